import { type Kind, kinds } from './kinds.ts'
import type { Deprecation, NextStep, Outcome, Problem } from './outcome.ts'

/** The facts that a server publishes about one code. */
export interface CodeFacts {
  readonly kind: Kind
  /** When the code is answered, for documentation. */
  readonly summary?: string | undefined
  /** The message of a problem that brings none. */
  readonly message?: string | undefined
  /** The hint of a problem that brings none. */
  readonly hint?: string | undefined
  /** The next steps of a problem that brings none. */
  readonly next?: readonly NextStep[] | undefined
  /** Overrides the HTTP status of its kind. */
  readonly status?: number | undefined
  /** Overrides the exit code, also for a problem of another kind. */
  readonly exit?: number | undefined
  /** Overrides whether a caller can do something about it, also for a problem of another kind. */
  readonly recoverable?: boolean | undefined
  /** Announces its removal, and what is answered instead. */
  readonly deprecated?: Deprecation | undefined
  /**
   * Stays in the table for ever, and no tool may declare it. With `stubs` only tools may that are
   * listed before they work.
   */
  readonly reserved?: true | 'stubs' | undefined
}

/**
 * A closed set of codes.
 *
 * @example
 *   const codes = {
 *     NOTE_NOT_FOUND: {
 *       kind: 'not_found',
 *       message: 'There is no such note.',
 *       next: [{ tool: 'list_notes', why: 'to see every id' }],
 *     },
 *   } satisfies Codebook
 */
export type Codebook = Readonly<Record<string, CodeFacts>>

/**
 * Returns the facts of a code, or undefined if it is not in the book. Names that every object
 * inherits are not codes.
 */
export const factsOf = (codes: Codebook, code: string): CodeFacts | undefined =>
  Object.hasOwn(codes, code) ? codes[code] : undefined

/** Returns the kind of a problem: its own, else that of its code, else `internal`. */
export const kindOf = (codes: Codebook, problem: Problem): Kind =>
  problem.kind ?? kindInCodebook(codes, problem.code)

/** Returns the kind of a code; one that is not in the book is `internal`. */
export const kindInCodebook = (codes: Codebook, code: string): Kind =>
  factsOf(codes, code)?.kind ?? 'internal'

/** True if the caller can do something about a problem and call again. */
export const recoverableOf = (codes: Codebook, problem: Problem): boolean =>
  problem.recoverable ??
  factsOf(codes, problem.code)?.recoverable ??
  kinds[kindOf(codes, problem)].recoverable

/** Returns the HTTP status of an outcome; soft failures are answers, so they are 200. */
export const statusOf = (codes: Codebook, outcome: Outcome): number =>
  outcome.ok || outcome.soft ? 200 : statusOfProblem(codes, outcome.problems[0])

/** Returns the exit code of an outcome; soft or hard, a failure is not 0. */
export const exitOf = (codes: Codebook, outcome: Outcome): number =>
  outcome.ok ? 0 : exitOfProblem(codes, outcome.problems[0])

/** The status of a code belongs to its kind, so it does not apply to a problem of another. */
function statusOfProblem(codes: Codebook, problem: Problem): number {
  const own = problem.kind === undefined ? factsOf(codes, problem.code)?.status : undefined
  return own ?? kinds[kindOf(codes, problem)].status
}

/** Scripts distinguish codes by their exit codes, so that of a code applies to every kind. */
const exitOfProblem = (codes: Codebook, problem: Problem): number =>
  factsOf(codes, problem.code)?.exit ?? kinds[kindOf(codes, problem)].exit
