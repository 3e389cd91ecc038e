import { type Codebook, factsOf } from './codebook.ts'
import type { Failure, Notes, Problem } from './outcome.ts'

/** A problem as an author writes it: the codebook supplies the message and hint that are left out. */
export interface ProblemInit<Code extends string = string> {
  readonly code: Code
  readonly message?: string
  readonly path?: string
  readonly hint?: string
  readonly details?: Readonly<Record<string, unknown>>
  readonly recoverable?: boolean
  /** Shown to the caller by dialects that have a field for it. */
  readonly exception?: Error
}

/** What a failure carries beside its problems. */
export interface FailureInit {
  /** A partial answer. */
  readonly data?: unknown
  readonly notes?: Notes
}

export interface FailureOptions extends Omit<ProblemInit, 'code'>, FailureInit {}

/** A hard failure, to be returned from `run` or thrown from code that has no `call` at hand. */
export function failure<const Code extends string>(code: Code, { data, notes, ...problem }: FailureOptions = {}): Failure<Code> {
  return toFailure([{ ...problem, code }], { data, notes }, false)
}

/** A soft failure: the call ran and the answer is no. */
export const rejection = <const Code extends string>(
  problems: readonly [ProblemInit<Code>, ...ProblemInit<Code>[]],
  init: FailureInit = {},
): Failure<Code> => toFailure(problems, init, true)

function toFailure<Code extends string>(
  problems: readonly [ProblemInit<Code>, ...ProblemInit<Code>[]],
  { data, notes = {} }: FailureInit,
  soft: boolean,
): Failure<Code> {
  const [first, ...others] = problems
  return {
    ok: false,
    problems: [toProblem(first), ...others.map(toProblem)],
    soft,
    ...(data !== undefined && { data }),
    notes,
  }
}

/** Written out, because adding to a spread object is many times slower. */
function toProblem<Code extends string>({ code, message = '', path, hint, details, recoverable, exception }: ProblemInit<Code>): Problem<Code> {
  return { code, message, path, hint, details, recoverable, exception: exception && { type: exception.name, message: exception.message } }
}

export function isFailure(value: unknown): value is Failure {
  if (typeof value !== 'object' || value === null) return false
  // The cast names the members that the next line checks.
  const { ok, problems } = value as Partial<Failure>
  return ok === false && Array.isArray(problems) && problems.length > 0
}

/** The same failure with messages and hints from the codebook where the author gave none. */
export function completeFailure(failed: Failure, codes: Codebook): Failure {
  const [first, ...others] = failed.problems
  return { ...failed, problems: [completeProblem(first, codes), ...others.map((one) => completeProblem(one, codes))] }
}

function completeProblem(problem: Problem, codes: Codebook): Problem {
  const facts = factsOf(codes, problem.code)
  const { code, path, hint = facts?.hint, details, kind, recoverable, exception } = problem
  const message = problem.message || facts?.message || facts?.summary || `The call failed with ${code}.`
  return { code, message, path, hint, details, kind, recoverable, exception }
}
