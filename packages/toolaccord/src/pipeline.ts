import { type Call, type CallOptions, type Progress, createCall } from './call.ts'
import { type Codebook, factsOf } from './codebook.ts'
import type { Contract, ReasonProblem } from './contracts/contract.ts'
import type { Reason } from './contracts/reasons.ts'
import { startDeadline } from './deadline.ts'
import { completeFailure, isFailure } from './failure.ts'
import { isDeeperThan, isRecord } from './json.ts'
import { type Logger, guardLog } from './log.ts'
import { nearest } from './nearest.ts'
import type { Failure, Notes, Outcome, Problem } from './outcome.ts'
import type { CallRequest, Policy } from './policy.ts'
import type { JsonSchema } from './schema/json-schema.ts'
import { parseInput, parseOutput } from './schema/parse.ts'
import type { AnyTool } from './tool.ts'

/** A tool with the schemas that clients are shown, made once per server. */
export interface CompiledTool {
  readonly tool: AnyTool
  readonly inputSchema: JsonSchema
  readonly outputSchema: JsonSchema
}

export interface Limits {
  /** Time for one call, in milliseconds. */
  readonly timeoutMs: number
  /** How deep arguments may nest. */
  readonly depth: number
  /** Size of a request body, in bytes. */
  readonly bodyBytes: number
}

export interface PipelineParts {
  readonly tools: ReadonlyMap<string, CompiledTool>
  readonly contract: Contract
  readonly codes: Codebook
  readonly policies: readonly Policy[]
  readonly limits: Limits
  readonly log: Logger
  readonly newId: () => string
}

/** The one way in: a name and arguments to an outcome. It never throws. */
export type Pipeline = (name: string, args: unknown, options?: CallOptions) => Promise<Outcome>

const neverAborted = new AbortController().signal

/** Lookup, policies, parse, run, output check, notes: the one place that runs a tool. */
export function createPipeline(parts: PipelineParts): Pipeline {
  const { tools, contract, codes, policies, limits } = parts
  const serverLog = guardLog(parts.log)

  return async function callTool(name, args = {}, options = {}) {
    const id = options.id ?? parts.newId()
    const log = options.log === undefined ? serverLog : guardLog(options.log)
    const found = tools.get(name)
    if (found === undefined) return withId(refuse('unknown_tool', unknownTool(name)), id)
    if (options.signal?.aborted) return withId(refuse('cancelled'), id)
    const timeoutMs = Math.min(found.tool.timeoutMs ?? limits.timeoutMs, lowered(options.timeoutMs))
    const deadline = startDeadline(timeoutMs, options.signal ?? neverAborted)
    const { onProgress, close } = gateProgress(options.onProgress, log)
    const { face = 'direct', client } = options
    const request: CallRequest = { id, tool: found.tool, args, face, client, signal: deadline.signal, log, flag: () => false, onProgress }
    const ended = await Promise.race([through(policies, request, found), deadline.ended])
    deadline.clear()
    close()
    if (typeof ended === 'object') return withId(ended, id)
    log.warn(`tool ${name} was stopped: ${ended}`, { id, timeoutMs })
    return withId(refuse(ended, ended === 'timeout' ? { message: `'${name}' did not answer within ${timeoutMs} ms.` } : {}), id)
  }

  /** One step inwards, a policy or in the end the tool: whatever it throws or returns, an outcome comes back out. */
  async function through([policy, ...rest]: readonly Policy[], request: CallRequest, found: CompiledTool): Promise<Outcome> {
    const from = policy === undefined ? `tool ${found.tool.name}` : `policy ${policy.name}`
    const next = (changed: CallRequest) => through(rest, changed, found)
    try {
      const outcome = await (policy === undefined ? runTool(request, found) : attempt(() => policy.around(request, next)))
      return checkOutcome(outcome, from)
    } catch (thrown) {
      return fromThrown(thrown, from, request)
    }
  }

  /** The outcome with the messages of its codes; throws for what is none, and for a code that the server does not have. */
  function checkOutcome(outcome: unknown, from: string): Outcome {
    if (!isOutcome(outcome)) throw new TypeError(`${from} gave neither ok() nor a failure`)
    if (outcome.ok) return outcome
    const unknown = outcome.problems.find(({ code }) => factsOf(codes, code) === undefined)
    if (unknown !== undefined) throw new TypeError(`${from} failed with '${unknown.code}', which is no code of this server: ${unknown.message}`)
    return completeFailure(outcome, codes)
  }

  async function runTool(request: CallRequest, { tool, inputSchema, outputSchema }: CompiledTool): Promise<Outcome> {
    const malformed = checkForm(request.args)
    if (malformed !== undefined) return malformed
    const input = await parseInput(tool.input, inputSchema, request.args, limits.depth)
    if (!input.ok) return { ok: false, problems: toProblems(input.issues), soft: false, notes: {} }

    const { call, notes } = createCall(tool.name, request)
    const outcome = await runDeclared(tool, input.value, call)
    const answer = outcome.ok || outcome.data !== undefined ? { ...outcome, data: await checkOutput(outcome.data, tool, outputSchema) } : outcome
    return { ...answer, notes: mergeNotes(notes(), answer.notes) }
  }

  /** Anything that a tool or a policy threw without declaring it: logged here, masked for the caller. */
  function fromThrown(thrown: unknown, from: string, { id, log }: CallRequest): Failure {
    log.error(`${from} threw`, { id, thrown })
    return refuse('internal', { hint: `Retry later; if it happens again, report request id ${id}.` })
  }

  function checkForm(args: unknown): Failure | undefined {
    if (!isRecord(args)) return refuse('malformed_input', { message: 'The arguments must be one JSON object.', hint: 'Send an object whose keys are argument names.' })
    if (isDeeperThan(args, limits.depth)) return refuse('malformed_input', { message: `The arguments nest deeper than ${limits.depth} levels.` })
    return undefined
  }

  function unknownTool(name: string): ReasonProblem {
    if (name.length > 64) return { message: `A tool name of ${name.length} characters cannot exist; the limit is 64.` }
    const close = nearest(name, tools.keys())
    const known = [...tools.keys()].slice(0, 20).join(', ')
    return { message: `There is no tool '${name}'.`, hint: close === undefined ? `Known tools: ${known}.` : `Did you mean '${close}'?` }
  }

  function refuse(reason: Reason, more?: ReasonProblem): Failure {
    return { ok: false, problems: [contract.problem(reason, more)], soft: false, notes: {} }
  }

  function toProblems(issues: readonly ({ readonly reason: Reason } & ReasonProblem)[]): Failure['problems'] {
    const [first, ...others] = issues.map(({ reason, ...more }): Problem => contract.problem(reason, more))
    return first === undefined ? [contract.problem('invalid_argument')] : [first, ...others]
  }
}

/** Runs the tool and holds it to the codes that it declares. */
async function runDeclared(tool: AnyTool, input: unknown, call: Call): Promise<Outcome> {
  const outcome = await attempt(() => tool.run(input, call))
  if (!isOutcome(outcome)) throw new TypeError(`${tool.name} returned neither ok() nor a failure`)
  const undeclared = outcome.ok ? undefined : outcome.problems.find(({ code }) => !tool.codes.includes(code))
  if (undeclared !== undefined) throw new TypeError(`${tool.name} failed with '${undeclared.code}', which it does not declare: ${undeclared.message}`)
  return outcome
}

/** What is failed with on purpose is an outcome, whether returned or thrown. */
async function attempt(step: () => unknown): Promise<unknown> {
  try {
    return await step()
  } catch (thrown) {
    if (isFailure(thrown)) return thrown
    throw thrown
  }
}

/** The parsed data, a partial answer included, so that nothing undeclared leaves the server. */
async function checkOutput(data: unknown, tool: AnyTool, shown: JsonSchema): Promise<unknown> {
  const output = await parseOutput(tool.output, shown, data)
  if (output.ok) return output.value
  throw new TypeError(`${tool.name} returned data that breaks its output schema: ${output.issues.map(({ message }) => message).join(' ')}`)
}

const isOutcome = (value: unknown): value is Outcome =>
  isRecord(value) && isRecord(value.notes) && (value.ok === true || (isFailure(value) && typeof value.soft === 'boolean'))

/** Progress for the caller until the call is over; a caller that cannot take it does not fail the tool. */
function gateProgress(tell: CallOptions['onProgress'], log: Logger) {
  let isOpen = true
  return {
    close: () => void (isOpen = false),
    onProgress(progress: Progress) {
      try {
        if (isOpen) tell?.(progress)
      } catch (thrown) {
        log.warn('progress could not be told', { thrown })
      }
    },
  }
}

/** A time that makes no sense is no reason to fail a call. */
const lowered = (timeoutMs = Infinity) => (timeoutMs > 0 ? timeoutMs : Infinity)

const withId = (outcome: Outcome, requestId: string): Outcome => ({ ...outcome, notes: { ...outcome.notes, requestId } })

/** Notes of the call and notes of the outcome: the outcome's win, warnings add up. */
function mergeNotes(called: Notes, returned: Notes): Notes {
  const warnings = [...(called.warnings ?? []), ...(returned.warnings ?? [])]
  return { ...called, ...returned, ...(warnings.length > 0 && { warnings }) }
}
