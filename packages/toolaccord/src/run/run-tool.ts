import {
  type Contract,
  type ReasonedProblem,
  toRefusalFailure,
} from '../contracts/contract/contract.ts'
import type { Face } from '../define/call.ts'
import type { CompiledTool } from '../define/compiled-tool.ts'
import type { Limits } from '../define/limits.ts'
import type { CallRequest } from '../define/policy.ts'
import type { AnyTool } from '../define/tool.ts'
import { compact, findFormFault, findNonJson, isJson, isRecord, toPath } from '../json/json.ts'
import type { Codebook } from '../outcome/codebook.ts'
import { completeFailure, toFailure } from '../outcome/failure.ts'
import { type Failure, type Notes, type Outcome, isFailure, isOutcome } from '../outcome/outcome.ts'
import type { InputIssue } from '../schema/input-issue.ts'
import {
  type Parsed,
  type PreparedInput,
  type Validated,
  finishInput,
  finishOutput,
  prepareInput,
  validate,
} from '../schema/validate.ts'
import { fromThrown } from './from-thrown.ts'
import { RunningCall } from './running-call.ts'

/** The parts of a server that running a tool needs. */
export interface ToolRunnerParts {
  readonly contract: Contract
  readonly codes: Codebook
  readonly limits: Limits
  /** True if outcomes say how long their tools ran. */
  readonly isTimed?: boolean | undefined
}

/**
 * Runs one tool and never throws. It gives an outcome at once if neither the schemas nor the tool
 * have to be waited for: a promise costs more than the rest of a small call.
 */
export type ToolRunner = (
  found: CompiledTool,
  request: CallRequest,
  /** When the tool was called, if that is known: asking costs. Default: now. */
  beganAt?: number,
) => Outcome | Promise<Outcome>

/** How deep notes and problems may nest. */
const maxDepth = 256

/** True if a value has to be waited for; promises of other libraries count. */
export function isPromise<T>(value: T | PromiseLike<T>): value is PromiseLike<T> {
  if (typeof value !== 'object' || value === null) return false
  return 'then' in value && typeof value.then === 'function'
}

/**
 * Creates the tool runner of a server. A call goes runTool → start → end → complete; a step whose
 * name ends in Later waits for a promise first.
 */
export function createToolRunner(parts: ToolRunnerParts): ToolRunner {
  const { contract, codes, limits, isTimed = false } = parts
  return function runTool(found, request, beganAt) {
    try {
      const malformed = findMalformed(request, limits)
      if (malformed !== undefined) return malformed
      const prepared = prepareInput(found.inputSchema, request.args, limits.depth)
      const result = validate(found.tool.input, prepared.value)
      if (isPromise(result)) return settle(startLater(result, prepared, found, request), request)
      const parsed = finishInput(found.inputSchema, prepared, result)
      const started = start(parsed, found, request, beganAt)
      return isPromise(started) ? settle(started, request) : started
    } catch (thrown) {
      return fromThrown(thrown, request, `tool ${found.tool.name}`)
    }
  }

  /** Waits for a tool, and turns what it throws into a failure. */
  async function settle(running: PromiseLike<Outcome>, request: CallRequest): Promise<Outcome> {
    try {
      return await running
    } catch (thrown) {
      return fromThrown(thrown, request, `tool ${request.tool.name}`)
    }
  }

  async function startLater(
    validating: PromiseLike<Validated>,
    prepared: PreparedInput,
    found: CompiledTool,
    request: CallRequest,
  ): Promise<Outcome> {
    const parsed = finishInput(found.inputSchema, prepared, await validating)
    return start(parsed, found, request)
  }

  /** Runs the tool with its parsed arguments. */
  function start(
    parsed: Parsed,
    found: CompiledTool,
    request: CallRequest,
    beganAt?: number,
  ): Outcome | PromiseLike<Outcome> {
    if (!parsed.ok) return refuseInput(parsed.issues, contract)
    const call = new RunningCall(request, beganAt)
    let returned: unknown
    try {
      returned = found.tool.run(parsed.value, call)
    } catch (thrown) {
      returned = failureOrThrow(thrown)
    }
    return isPromise(returned) ? endLater(returned, call, found) : end(returned, call, found)
  }

  async function endLater(
    running: PromiseLike<unknown>,
    call: RunningCall,
    found: CompiledTool,
  ): Promise<Outcome> {
    let returned: unknown
    try {
      returned = await running
    } catch (thrown) {
      returned = failureOrThrow(thrown)
    }
    return end(returned, call, found)
  }

  /** Checks what a tool gave: its codes, its notes, its data. */
  function end(
    returned: unknown,
    call: RunningCall,
    { tool, outputSchema }: CompiledTool,
  ): Outcome | PromiseLike<Outcome> {
    const outcome = checkReturned(returned, tool)
    const { timing: own } = outcome.notes
    const timing = isTimed && timedFaces[call.face] ? toTiming(call, own) : own
    const called = RunningCall.notesOf(call)
    // Most calls have no notes of their own, so there is nothing to merge or to check.
    const isBare = called === undefined && outcome.ok && isEmpty(outcome.notes)
    const notes: Notes = isBare
      ? { requestId: call.id, timing }
      : mergeNotes(called, outcome.notes, call.id, timing)
    if (!isBare) checkJson(outcome, notes, tool)
    if (!outcome.ok && outcome.data === undefined) return complete(outcome, undefined, notes)
    const result = validate(tool.output, outcome.data)
    if (isPromise(result)) return result.then(finish)
    return finish(result)

    function finish(validated: Validated): Outcome {
      const parsed = finishOutput(outputSchema, outcome.data, validated)
      return complete(outcome, checkOutput(parsed, tool), notes)
    }
  }

  /** The outcome as it leaves the tool: parsed data, all notes, the messages of its codes. */
  function complete(outcome: Outcome, data: unknown, notes: Notes): Outcome {
    if (outcome.ok) return { ok: true, data, notes }
    const { problems, soft } = outcome
    return completeFailure(toFailure(problems, { data, notes }, soft), codes)
  }
}

/** Refuses arguments that are not one object of JSON within the limits. */
export function findMalformed(
  { args, refuse }: Pick<CallRequest, 'args' | 'refuse'>,
  limits: Limits,
): Failure | undefined {
  if (!isRecord(args)) {
    return refuse('malformed_input', {
      message: 'The arguments must be one JSON object.',
      hint: 'Send an object whose keys are argument names.',
    })
  }
  const fault = findFormFault(args, limits.depth)
  if (fault === undefined) return undefined
  if (fault === 'number') return refuseNumber(args, refuse)
  const message = `The arguments nest deeper than ${limits.depth} levels.`
  return refuse('malformed_input', { message })
}

function refuseNumber(args: unknown, refuse: CallRequest['refuse']): Failure {
  const path = toPath(findNonJson(args) ?? [])
  return refuse('invalid_argument', {
    message: `'${path}' must be a number that is finite.`,
    path,
    hint: 'Send a number between -1.7e308 and 1.7e308.',
  })
}

const invalid: ReasonedProblem = { reason: 'invalid_argument' }

/** Refuses arguments that a schema does not accept, with one problem per bad argument. */
export function refuseInput(issues: readonly InputIssue[], contract: Contract): Failure {
  const [first = invalid, ...others] = issues
  return toRefusalFailure(contract, [first, ...others])
}

/**
 * A failure that was thrown is an answer like one that was returned; anything else is thrown on.
 */
function failureOrThrow(thrown: unknown): Failure {
  if (isFailure(thrown)) return thrown
  throw thrown
}

/** The parsed data, a partial answer included, so that nothing undeclared leaves the server. */
function checkOutput(parsed: Parsed, tool: AnyTool): unknown {
  if (parsed.ok) return parsed.value
  const why = parsed.issues.map(({ message }) => message).join(' ')
  throw new TypeError(`${tool.name} returned data that breaks its output schema: ${why}`)
}

/** A call in process has no envelope that could tell a time. */
const timedFaces: Readonly<Record<Face, boolean>> = {
  direct: false,
  cli: true,
  rest: true,
  mcp: true,
}

/** True if an outcome has no notes. */
function isEmpty(notes: Notes): boolean {
  // The cast names the properties that the loop visits.
  for (const name in notes) if (notes[name as keyof Notes] !== undefined) return false
  return true
}

/** How long the tool ran, in whole milliseconds, and what it measured itself. */
function toTiming(call: RunningCall, own: Notes['timing']): NonNullable<Notes['timing']> {
  const duration_ms = Math.round(RunningCall.durationOf(call))
  return own === undefined ? { duration_ms } : { duration_ms, ...own }
}

/** The notes of the call and of the outcome: the outcome's win, warnings and steps add up. */
function mergeNotes(
  called: Notes | undefined,
  returned: Notes,
  requestId: string,
  timing: Notes['timing'],
): Notes {
  if (called === undefined) return { ...returned, requestId, timing }
  // A note that the outcome leaves undefined does not take the call's away.
  const merged: Notes = { ...called, ...compact({ ...returned, timing }), requestId }
  const warnings = join(called.warnings, returned.warnings)
  const next = join(called.next, returned.next)
  if (warnings === undefined && next === undefined) return merged
  return compact({ ...merged, warnings, next })
}

/** Not by spreading: a tool written in JavaScript may return what is not an array. */
const join = <T>(first: readonly T[] | undefined, second: readonly T[] | undefined) =>
  first && second ? [first, second].flat() : (first ?? second)

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
function checkJson(outcome: Outcome, notes: Notes, tool: AnyTool): void {
  if (isJson(notes, maxDepth) && (outcome.ok || isJson(outcome.problems, maxDepth))) return
  throw new TypeError(`${tool.name} put something into its notes or problems that is not JSON`)
}
