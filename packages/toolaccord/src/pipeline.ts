import { type Call, type CallOptions, createCall } from './call.ts'
import type { Codebook } from './codebook.ts'
import type { Contract, ReasonProblem } from './contracts/contract.ts'
import type { Reason } from './contracts/reasons.ts'
import { startDeadline } from './deadline.ts'
import { completeFailure, isFailure } from './failure.ts'
import { isDeeperThan, isRecord } from './json.ts'
import type { Logger } from './log.ts'
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

  return async function callTool(name, args, options = {}) {
    const id = options.id ?? parts.newId()
    const log = options.log ?? parts.log
    const found = tools.get(name)
    if (found === undefined) return withId(refuse('unknown_tool', unknownTool(name)), id)
    if (options.signal?.aborted) return withId(refuse('cancelled'), id)
    const timeoutMs = Math.min(found.tool.timeoutMs ?? limits.timeoutMs, options.timeoutMs ?? Infinity)
    const deadline = startDeadline(timeoutMs, options.signal ?? neverAborted)
    const request: CallRequest = {
      id,
      tool: found.tool,
      args: args ?? {},
      face: options.face ?? 'direct',
      client: options.client,
      signal: deadline.signal,
      log,
      flag: () => false,
      onProgress: options.onProgress ?? (() => {}),
    }
    try {
      const ended = await Promise.race([through(policies, request, found), deadline.ended])
      if (typeof ended === 'object') return withId(ended, id)
      log.warn(`tool ${name} was stopped: ${ended}`, { id, timeoutMs })
      return withId(refuse(ended, ended === 'timeout' ? { message: `'${name}' did not answer within ${timeoutMs} ms.` } : {}), id)
    } catch (thrown) {
      return withId(fromThrown(thrown, request), id)
    } finally {
      deadline.clear()
    }
  }

  async function through([policy, ...rest]: readonly Policy[], request: CallRequest, found: CompiledTool): Promise<Outcome> {
    return policy === undefined ? runTool(request, found) : policy.around(request, (changed) => through(rest, changed, found))
  }

  async function runTool(request: CallRequest, { tool, inputSchema, outputSchema }: CompiledTool): Promise<Outcome> {
    const malformed = checkForm(request.args)
    if (malformed !== undefined) return malformed
    const input = await parseInput(tool.input, inputSchema, request.args)
    if (!input.ok) return { ok: false, problems: toProblems(input.issues), soft: false, notes: {} }

    const { call, notes } = createCall(tool.name, request)
    const outcome = await settle(tool, input.value, call)
    const answer = outcome.ok || outcome.data !== undefined ? await checkOutput(outcome, tool, outputSchema, request) : outcome
    return { ...answer, notes: mergeNotes(notes(), answer.notes) }
  }

  /** Runs the tool; what it fails with on purpose is an outcome, whether returned or thrown. */
  async function settle(tool: AnyTool, input: unknown, call: Call): Promise<Outcome> {
    const outcome = await attempt(tool, input, call)
    if (!isFailure(outcome)) return outcome
    const undeclared = outcome.problems.find(({ code }) => !tool.codes.includes(code))
    if (undeclared !== undefined) throw new TypeError(`${tool.name} failed with '${undeclared.code}', which it does not declare: ${undeclared.message}`)
    return completeFailure(outcome, codes)
  }

  /** The parsed data, a partial answer included, so that nothing undeclared leaves the server. */
  async function checkOutput(outcome: Outcome, tool: AnyTool, shown: JsonSchema, request: CallRequest): Promise<Outcome> {
    const output = await parseOutput(tool.output, shown, outcome.data)
    if (output.ok) return { ...outcome, data: output.value }
    request.log.error(`tool ${tool.name} returned data that breaks its output schema`, { id: request.id, issues: output.issues })
    return masked(request.id)
  }

  /** Anything that a tool or a policy threw without declaring it: logged here, masked for the caller. */
  function fromThrown(thrown: unknown, { id, tool, log }: CallRequest): Failure {
    log.error(`tool ${tool.name} threw`, { id, thrown })
    return masked(id)
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

  function masked(id: string): Failure {
    return refuse('internal', { hint: `Retry later; if it happens again, report request id ${id}.` })
  }

  function refuse(reason: Reason, more?: ReasonProblem): Failure {
    return { ok: false, problems: [contract.problem(reason, more)], soft: false, notes: {} }
  }

  function toProblems(issues: readonly ({ readonly reason: Reason } & ReasonProblem)[]): Failure['problems'] {
    const [first, ...others] = issues.map(({ reason, ...more }): Problem => contract.problem(reason, more))
    return first === undefined ? [contract.problem('invalid_argument')] : [first, ...others]
  }
}

async function attempt(tool: AnyTool, input: unknown, call: Call): Promise<Outcome> {
  try {
    const outcome = await tool.run(input, call)
    if (outcome?.ok === true || isFailure(outcome)) return outcome
  } catch (thrown) {
    if (isFailure(thrown)) return thrown
    throw thrown
  }
  throw new TypeError(`${tool.name} returned neither ok() nor a failure`)
}

const withId = (outcome: Outcome, requestId: string): Outcome => ({ ...outcome, notes: { requestId, ...outcome.notes } })

/** Notes of the call and notes of the outcome: the outcome's win, warnings add up. */
function mergeNotes(called: Notes, returned: Notes): Notes {
  const warnings = [...(called.warnings ?? []), ...(returned.warnings ?? [])]
  return { ...called, ...returned, ...(warnings.length > 0 && { warnings }) }
}
