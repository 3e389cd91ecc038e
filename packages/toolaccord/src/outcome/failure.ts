import { type Codebook, factsOf } from './codebook.ts'
import type { Failure, Notes, Problem } from './outcome.ts'

/** A problem as an author writes it: the codebook supplies the message and hint that are left out. */
export interface ProblemInit<Code extends string = string> {
  readonly code: Code
  readonly message?: string | undefined
  readonly path?: string | undefined
  readonly hint?: string | undefined
  readonly details?: Readonly<Record<string, unknown>> | undefined
  readonly recoverable?: boolean | undefined
  /** Shown to the caller by dialects that have a field for it. */
  readonly exception?: Error | undefined
}

/** What a failure carries beside its problems. */
export interface FailureInit {
  /** A partial answer. */
  readonly data?: unknown
  readonly notes?: Notes | undefined
}

export interface FailureOptions extends Omit<ProblemInit, 'code'>, FailureInit {}

/**
 * A hard failure, to be returned from `run` or thrown from code that has no `call` at hand.
 *
 * @example
 *   const gone = failure('note_not_found', { path: 'id', hint: 'Use list_notes to see every id.' })
 *   gone.soft // → false
 *   gone.problems[0].code // → 'note_not_found'
 */
export const failure = <const Code extends string>(
  code: Code,
  options: FailureOptions = {},
): Failure<Code> => toFailure([toProblem(code, options)], options, false)

/**
 * A soft failure: the call ran and the answer is no.
 *
 * @example
 *   const refused = rejection([{ code: 'title_too_long', path: 'title' }], { data: { saved: 0 } })
 *   refused.soft // → true
 */
export function rejection<const Code extends string>(
  problems: readonly [ProblemInit<Code>, ...ProblemInit<Code>[]],
  init: FailureInit = {},
): Failure<Code> {
  const [first, ...others] = problems
  return toFailure(
    [toProblem(first.code, first), ...others.map((one) => toProblem(one.code, one))],
    init,
    true,
  )
}

const toFailure = <Code extends string>(
  problems: Failure<Code>['problems'],
  { data, notes = {} }: FailureInit,
  soft: boolean,
): Failure<Code> =>
  data === undefined
    ? { ok: false, problems, soft, notes }
    : { ok: false, problems, soft, data, notes }

/** Written out, because adding to a spread object is many times slower. */
function toProblem<Code extends string>(
  code: Code,
  { message = '', path, hint, details, recoverable, exception }: Omit<ProblemInit, 'code'>,
): Problem<Code> {
  return {
    code,
    message,
    path,
    hint,
    details,
    recoverable,
    exception: exception && { type: exception.name, message: exception.message },
  }
}

export function isFailure(value: unknown): value is Failure {
  if (typeof value !== 'object' || value === null) return false
  // The cast names the members that the next line checks.
  const { ok, problems } = value as Partial<Failure>
  return ok === false && Array.isArray(problems) && problems.length > 0
}

/** The same failure with messages and hints from the codebook where the author gave none. */
export function completeFailure(failed: Failure, codes: Codebook): Failure {
  const {
    problems: [first],
    problems: all,
  } = failed
  const others = all.length === 1 ? [] : all.slice(1).map((one) => completeProblem(one, codes))
  const problems: Failure['problems'] = [completeProblem(first, codes), ...others]
  return toFailure(problems, failed, failed.soft)
}

function completeProblem(problem: Problem, codes: Codebook): Problem {
  const facts = factsOf(codes, problem.code)
  const { code, path, hint = facts?.hint, details, kind, recoverable, exception } = problem
  const message =
    problem.message || facts?.message || facts?.summary || `The call failed with ${code}.`
  return { code, message, path, hint, details, kind, recoverable, exception }
}
