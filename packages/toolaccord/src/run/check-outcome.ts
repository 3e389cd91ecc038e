import type { AnyTool } from '../define/tool.ts'
import { isJson, isRecord } from '../json/json.ts'
import { type Codebook, factsOf } from '../outcome/codebook.ts'
import { completeFailure, isFailure } from '../outcome/failure.ts'
import type { Notes, Outcome } from '../outcome/outcome.ts'

/** How deep notes and problems may nest. */
const maxDepth = 256

/** The outcome that a tool returned, if it has only codes that the tool declares; else throws. */
export function checkReturned(returned: unknown, tool: AnyTool): Outcome {
  if (!isOutcome(returned)) {
    throw new TypeError(
      `${tool.name} returned neither ok() nor a failure; return ok({ … }) with the data`,
    )
  }
  if (returned.ok) return returned
  const undeclared = returned.problems.find(({ code }) => !tool.codes.includes(code))
  if (undeclared === undefined) return returned
  const { code, message } = undeclared
  const why = message === '' ? '' : `: ${message}`
  throw new TypeError(`${tool.name} failed with '${code}', which is not in its codes${why}`)
}

/** Throws if the notes or the problems of an outcome hold what no face could write. */
export function checkJson(outcome: Outcome, notes: Notes, tool: AnyTool): void {
  if (isJson(notes, maxDepth) && (outcome.ok || isJson(outcome.problems, maxDepth))) return
  throw new TypeError(`${tool.name} put something into its notes or problems that is not JSON`)
}

/**
 * The outcome that a policy gave, with the messages of its codes; throws if it is not an outcome,
 * or has a code that the server does not have.
 */
export function checkAnswered(answered: unknown, from: string, codes: Codebook): Outcome {
  if (!isOutcome(answered)) throw new TypeError(`${from} gave neither ok() nor a failure`)
  if (answered.ok) return answered
  const unknown = answered.problems.find(({ code }) => factsOf(codes, code) === undefined)
  if (unknown === undefined) return completeFailure(answered, codes)
  throw new TypeError(
    `${from} failed with '${unknown.code}', which is not a code of this server: ${unknown.message}`,
  )
}

function isOutcome(value: unknown): value is Outcome {
  if (!isRecord(value) || !isRecord(value.notes)) return false
  return value.ok === true || (isFailure(value) && typeof value.soft === 'boolean')
}
