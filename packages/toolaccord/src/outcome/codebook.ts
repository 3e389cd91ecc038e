import { type Kind, kinds } from './kinds.ts'
import type { Deprecation, Outcome, Problem } from './outcome.ts'

/** What a server publishes about one code. */
export interface CodeFacts {
  readonly kind: Kind
  /** When it is answered, for documentation. */
  readonly summary?: string | undefined
  /** The message of a problem that brings none. */
  readonly message?: string | undefined
  /** The hint of a problem that brings none. */
  readonly hint?: string | undefined
  /** Overrides the HTTP status of its kind. */
  readonly status?: number | undefined
  /** Overrides the exit code, of a problem of another kind too. */
  readonly exit?: number | undefined
  /** Says that it will go, and what is answered instead. */
  readonly deprecated?: Deprecation | undefined
  /** Stays in the table for ever; no tool may declare it. */
  readonly reserved?: true | undefined
}

/**
 * A closed set of codes.
 *
 * @example
 *   const codes = {
 *     note_not_found: {
 *       kind: 'not_found',
 *       message: 'There is no such note.',
 *       hint: 'Use list_notes to see every id.',
 *     },
 *   } satisfies Codebook
 */
export type Codebook = Readonly<Record<string, CodeFacts>>

/**
 * The facts of a code; undefined for a code that is not in the book, even one named like an
 * object's own member.
 */
export const factsOf = (codes: Codebook, code: string): CodeFacts | undefined =>
  Object.hasOwn(codes, code) ? codes[code] : undefined

export const kindOf = (codes: Codebook, problem: Problem): Kind =>
  problem.kind ?? factsOf(codes, problem.code)?.kind ?? 'internal'

export const recoverableOf = (codes: Codebook, problem: Problem): boolean =>
  problem.recoverable ?? kinds[kindOf(codes, problem)].recoverable

/** The HTTP status of an outcome: soft failures are answers, so they are 200. */
export const statusOf = (codes: Codebook, outcome: Outcome): number =>
  outcome.ok || outcome.soft ? 200 : statusOfProblem(codes, outcome.problems[0])

/** The exit code of an outcome: soft or hard, a failure is not 0. */
export const exitOf = (codes: Codebook, outcome: Outcome): number =>
  outcome.ok ? 0 : exitOfProblem(codes, outcome.problems[0])

/** A code's own status is one of its kind, so it does not hold for a problem of another. */
function statusOfProblem(codes: Codebook, problem: Problem): number {
  const own = problem.kind === undefined ? factsOf(codes, problem.code)?.status : undefined
  return own ?? kinds[kindOf(codes, problem)].status
}

/**
 * Scripts tell failures apart by the exit code, so that of a code holds for every problem that has
 * it.
 */
const exitOfProblem = (codes: Codebook, problem: Problem): number =>
  factsOf(codes, problem.code)?.exit ?? kinds[kindOf(codes, problem)].exit
