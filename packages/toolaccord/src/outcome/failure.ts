import { type Codebook, factsOf } from './codebook.ts'
import type { Failure, NextStep, Notes, Problem } from './outcome.ts'

/** A problem as an author writes it; the codebook supplies a message, hint and steps left out. */
export interface ProblemInit<Code extends string = string> {
  readonly code: Code
  readonly message?: string | undefined
  readonly path?: string | undefined
  readonly hint?: string | undefined
  readonly details?: Readonly<Record<string, unknown>> | undefined
  /** The calls that may help; an empty array is none, whatever the codebook says. */
  readonly next?: readonly NextStep[] | undefined
  readonly recoverable?: boolean | undefined
  /** Shown to the caller by dialects that have a field for it. */
  readonly exception?: Error | undefined
}

/** The parts of a failure beside its problems. */
export interface FailureInit<T = unknown> {
  /** A partial answer. */
  readonly data?: T | undefined
  readonly notes?: Notes | undefined
}

/** The one problem of a hard failure, and the parts beside it. */
export interface FailureOptions<T = unknown> extends Omit<ProblemInit, 'code'>, FailureInit<T> {}

const nothing: FailureOptions<never> = Object.freeze({})

/**
 * Makes a hard failure, to be returned from `run` or thrown by code that has no `call` at hand.
 *
 * @example
 *   const gone = failure('NOTE_NOT_FOUND', { path: 'id', next: [{ tool: 'list_notes' }] })
 *   gone.soft // → false
 *   gone.problems[0].code // → 'NOTE_NOT_FOUND'
 */
export const failure = <const Code extends string, const T = never>(
  code: Code,
  options: FailureOptions<T> = nothing,
): Failure<Code, T> => toFailure([toProblem(code, options)], options)

/**
 * Makes a soft failure: the call ran and the answer is no.
 *
 * @example
 *   const refused = rejection([{ code: 'TITLE_TOO_LONG', path: 'title' }], { data: { saved: 0 } })
 *   refused.soft // → true
 */
export function rejection<const Code extends string, const T = never>(
  problems: readonly [ProblemInit<Code>, ...ProblemInit<Code>[]],
  init: FailureInit<T> = nothing,
): Failure<Code, T> {
  const whole = problems.map((one) => toProblem(one.code, one))
  // The cast holds because a map has as many items as the array it was made from.
  return toFailure(whole as [Problem<Code>, ...Problem<Code>[]], init, true)
}

/** Makes a failure of problems that are complete; hard unless it is said to be soft. */
export function toFailure<Code extends string, T = never>(
  problems: Failure<Code>['problems'],
  { data, notes = {} }: FailureInit<T> = nothing,
  soft = false,
): Failure<Code, T> {
  if (data === undefined) return { ok: false, problems, soft, notes }
  return { ok: false, problems, soft, data, notes }
}

/** Written out, because adding to a spread object is many times slower. */
function toProblem<Code extends string>(
  code: Code,
  { message = '', path, hint, details, next, recoverable, exception }: Omit<ProblemInit, 'code'>,
): Problem<Code> {
  return {
    code,
    message,
    path,
    hint,
    details,
    next,
    recoverable,
    exception: exception && { type: exception.name, message: exception.message },
  }
}

/** Returns the failure with what the codebook says where the author said nothing. */
export function completeFailure(failed: Failure, codes: Codebook): Failure {
  const { problems, soft } = failed
  // Most failures have one problem, which needs no map.
  if (problems.length === 1) return toFailure([completeProblem(problems[0], codes)], failed, soft)
  const whole = problems.map((one) => completeProblem(one, codes))
  // The cast holds because a map has as many items as the array it was made from.
  return toFailure(whole as [Problem, ...Problem[]], failed, soft)
}

/** Copied property by property, so that nothing else leaves the server. */
function completeProblem(problem: Problem, codes: Codebook): Problem {
  const facts = factsOf(codes, problem.code)
  const { code, path, hint = facts?.hint, details, kind, recoverable, exception } = problem
  const next = problem.next ?? facts?.next
  const message =
    problem.message || facts?.message || facts?.summary || `The call failed with ${code}.`
  return { code, message, path, hint, details, next, kind, recoverable, exception }
}
