import { after, attempt, isThenable } from '../async/after.ts'
import { type EarlyEnd, LazyDeadline } from '../async/deadline.ts'
import type { Contract } from '../contracts/contract/contract.ts'
import { type CallContext, type CallOptions, type Progress, RunningCall } from '../define/call.ts'
import type { CompiledTool } from '../define/compiled-tool.ts'
import { Asked, noConversation } from '../define/conversation.ts'
import type { Limits } from '../define/limits.ts'
import type { CallRequest, Next, Policy } from '../define/policy.ts'
import type { AnyTool } from '../define/tool.ts'
import { isDeeperThan, isJson, isRecord } from '../json/json.ts'
import { type Logger, guardLog } from '../log/log.ts'
import { nearest } from '../names/nearest.ts'
import { type Codebook, factsOf, kindOf } from '../outcome/codebook.ts'
import { completeFailure, isFailure } from '../outcome/failure.ts'
import type { Failure, Notes, Outcome, Problem } from '../outcome/outcome.ts'
import type { ReasonProblem } from '../outcome/reasons.ts'
import type { Reason } from '../outcome/reasons.ts'
import { Refusal } from '../outcome/refusal.ts'
import type { JsonSchema } from '../schema/json-schema.ts'
import { parseInput, parseOutput } from '../schema/parse.ts'
import { RunningRequest } from './running-request.ts'

export interface PipelineParts {
  /** By every name that they answer to. */
  readonly tools: ReadonlyMap<string, CompiledTool>
  /** The same for MCP, where names have prefixes. */
  readonly mcpTools: ReadonlyMap<string, CompiledTool>
  readonly contract: Contract
  readonly codes: Codebook
  readonly policies: readonly Policy[]
  readonly limits: Limits
  readonly log: Logger
  readonly newId: () => string
  /** Tokens for an answer; absent where nobody counts them. */
  readonly budget?: number | undefined
}

/** What a tool is run with; its signal is asked for when it is read. */
type ToolContext = Omit<CallContext, 'signal'>

/**
 * The one way in: a name and arguments to an outcome, at once where nothing has to be waited for.
 * It never throws.
 */
export type Pipeline = (
  name: string,
  args: unknown,
  options?: CallOptions,
) => Outcome | PromiseLike<Outcome>

/** How deep notes and problems may nest. */
const maxDepth = 256

const isOff = () => false
const untold = () => {}
const noOptions: CallOptions = {}

/** Lookup, policies, parse, run, output check, notes: the one place that runs a tool. */
export function createPipeline(parts: PipelineParts): Pipeline {
  const { contract, codes, policies, limits } = parts
  const serverLog = guardLog(parts.log)
  const around = new Map(
    [...parts.tools.values(), ...parts.mcpTools.values()].map((found) => [
      found,
      policies.filter((policy) => policy.covers?.(found.tool) ?? true),
    ]),
  )

  return function callTool(name, args = {}, options = noOptions) {
    const id = options.id ?? parts.newId()
    const tools = options.face === 'mcp' ? parts.mcpTools : parts.tools
    const found = tools.get(name)
    if (found === undefined) return withId(refuse('unknown_tool', unknownTool(name, tools)), id)
    const { signal } = options
    if (signal?.aborted) return withId(refuse('cancelled'), id)
    const log = options.log === undefined ? serverLog : guardLog(options.log)
    const progress = options.onProgress && gateProgress(options.onProgress, log)
    const timeoutMs = Math.min(found.tool.timeoutMs ?? limits.timeoutMs, lowered(options.timeoutMs))
    const deadline = new LazyDeadline(timeoutMs, signal)
    const budget =
      parts.budget === undefined
        ? undefined
        : (options.budget ?? found.tool.fidelity?.budget ?? parts.budget)
    const context = toContext(id, options, log, progress?.tell ?? untold, budget)
    const chain = around.get(found) ?? []
    const work =
      chain.length === 0
        ? attemptTool(found, args, context, deadline)
        : through(chain, 0, toRequest(context, found, args, deadline), found)
    const end = (ended: Outcome | EarlyEnd): Outcome => {
      deadline.clear()
      progress?.close()
      if (typeof ended === 'object') return withId(ended, id)
      log.warn(`tool ${name} was stopped: ${ended}`, { id, timeoutMs })
      return withId(
        refuse(
          ended,
          ended === 'timeout'
            ? { message: `'${name}' did not answer within ${timeoutMs} ms.` }
            : {},
        ),
        id,
      )
    }
    if (isThenable(work)) return Promise.race([work, deadline.start().ended]).then(end)
    // A tool that never waits cannot be overtaken by time, only by a caller who has gone meanwhile.
    return end(signal?.aborted ? 'cancelled' : work)
  }

  function toRequest(
    context: ToolContext,
    { tool, calledAs }: CompiledTool,
    args: unknown,
    deadline: LazyDeadline,
  ): CallRequest {
    return RunningRequest.of(
      { ...context, tool, calledAs, args, refuse, kindOf: (problem) => kindOf(codes, problem) },
      deadline,
    )
  }

  /**
   * One step inwards, a policy or in the end the tool: whatever it throws or returns, an outcome
   * comes back out.
   */
  function through(
    chain: readonly Policy[],
    at: number,
    request: CallRequest,
    found: CompiledTool,
  ): Outcome | PromiseLike<Outcome> {
    const policy = chain[at]
    if (policy === undefined) return attemptTool(found, request.args, request, request)
    const next: Next = (changes) =>
      through(
        chain,
        at + 1,
        changes === undefined || changes === request
          ? request
          : RunningRequest.change(request, changes),
        found,
      )
    const from = () => `policy ${policy.name}`
    return attempt(
      () =>
        after(
          attempt<unknown>(() => policy.around(request, next), onlyFailures),
          (outcome) => checkOutcome(outcome, from()),
        ),
      (thrown) => fromThrown(thrown, from(), request),
    )
  }

  /** The tool, as the innermost step. */
  function attemptTool(
    found: CompiledTool,
    args: unknown,
    context: ToolContext,
    deadline: Pick<CallContext, 'signal'>,
  ): Outcome | PromiseLike<Outcome> {
    return attempt(
      () =>
        after(runTool(found, args, context, deadline), (outcome) =>
          outcome.ok ? outcome : completeFailure(outcome, codes),
        ),
      (thrown) => fromThrown(thrown, `tool ${found.tool.name}`, context),
    )
  }

  /**
   * The outcome with the messages of its codes; throws for what is none, and for a code that the
   * server does not have.
   */
  function checkOutcome(outcome: unknown, from: string): Outcome {
    if (!isOutcome(outcome)) throw new TypeError(`${from} gave neither ok() nor a failure`)
    if (outcome.ok) return outcome
    const unknown = outcome.problems.find(({ code }) => factsOf(codes, code) === undefined)
    if (unknown !== undefined)
      throw new TypeError(
        `${from} failed with '${unknown.code}', which is no code of this server: ${unknown.message}`,
      )
    return completeFailure(outcome, codes)
  }

  function runTool(
    { tool, inputSchema, outputSchema }: CompiledTool,
    args: unknown,
    context: ToolContext,
    deadline: Pick<CallContext, 'signal'>,
  ) {
    const malformed = checkForm(args)
    if (malformed !== undefined) return malformed
    return after(
      parseInput(tool.input, inputSchema, args, limits.depth),
      (input): Outcome | PromiseLike<Outcome> => {
        if (!input.ok)
          return { ok: false, problems: toProblems(input.issues), soft: false, notes: {} }
        const call = new RunningCall(tool.name, context, deadline)
        return after(
          attempt<unknown>(() => tool.run(input.value, call), onlyFailures),
          (returned) => {
            const outcome = checkDeclared(returned, tool)
            const beside = checkJson(
              tool,
              mergeNotes(RunningCall.notesOf(call), outcome.notes),
              outcome,
            )
            if (!outcome.ok && outcome.data === undefined)
              return { ok: false, problems: outcome.problems, soft: outcome.soft, notes: beside }
            return after(checkOutput(outcome.data, tool, outputSchema), (data) =>
              withData(outcome, data, beside),
            )
          },
        )
      },
    )
  }

  /**
   * Anything that a tool or a policy threw without declaring it: logged here, masked for the
   * caller.
   */
  function fromThrown(thrown: unknown, from: string, { id, log }: ToolContext): Failure {
    if (thrown instanceof Refusal) return refuse(thrown.reason, thrown.problem)
    if (thrown instanceof Asked)
      return refuse('not_implemented', {
        message: 'The tool has a question, and this caller cannot be asked.',
      })
    log.error(`${from} threw`, { id, thrown })
    return refuse('internal', {
      hint: `Retry later; if it happens again, report request id ${id}.`,
    })
  }

  function checkForm(args: unknown): Failure | undefined {
    if (!isRecord(args))
      return refuse('malformed_input', {
        message: 'The arguments must be one JSON object.',
        hint: 'Send an object whose keys are argument names.',
      })
    if (isDeeperThan(args, limits.depth))
      return refuse('malformed_input', {
        message: `The arguments nest deeper than ${limits.depth} levels.`,
      })
    return undefined
  }

  function unknownTool(name: string, tools: PipelineParts['tools']): ReasonProblem {
    if (name.length > 64)
      return { message: `A tool name of ${name.length} characters cannot exist; the limit is 64.` }
    const close =
      nearest(name, tools.keys()) ?? [...tools.keys()].find((key) => key.endsWith(`_${name}`))
    const known = [...tools]
      .flatMap(([key, { tool, calledAs }]) => (calledAs === tool.name ? [key] : []))
      .slice(0, 20)
      .join(', ')
    return {
      message: `There is no tool '${name}'.`,
      hint: close === undefined ? `Known tools: ${known}.` : `Did you mean '${close}'?`,
    }
  }

  function refuse(reason: Reason, more?: ReasonProblem): Failure {
    return { ok: false, problems: [contract.problem(reason, more)], soft: false, notes: {} }
  }

  function toProblems(
    issues: readonly ({ readonly reason: Reason } & ReasonProblem)[],
  ): Failure['problems'] {
    const [first, ...others] = issues.map(({ reason, ...more }): Problem =>
      contract.problem(reason, more),
    )
    return first === undefined ? [contract.problem('invalid_argument')] : [first, ...others]
  }
}

/** What a tool returned, held to the codes that it declares. */
function checkDeclared(outcome: unknown, tool: AnyTool): Outcome {
  if (!isOutcome(outcome))
    throw new TypeError(
      `${tool.name} returned neither ok() nor a failure; return ok({ … }) with the data`,
    )
  const undeclared = outcome.ok
    ? undefined
    : outcome.problems.find(({ code }) => !tool.codes.includes(code))
  if (undeclared !== undefined)
    throw new TypeError(
      `${tool.name} failed with '${undeclared.code}', which is not in its codes${undeclared.message === '' ? '' : `: ${undeclared.message}`}`,
    )
  return outcome
}

/** The notes of an outcome; throws where these or its problems hold what no face could write. */
function checkJson(tool: AnyTool, notes: Notes, outcome: Outcome): Notes {
  if (isJson(notes, maxDepth) && (outcome.ok || isJson(outcome.problems, maxDepth))) return notes
  throw new TypeError(`${tool.name} put something into its notes or problems that is not JSON`)
}

/** What is failed with on purpose is an outcome, whether returned or thrown. */
function onlyFailures(thrown: unknown): Failure {
  if (isFailure(thrown)) return thrown
  throw thrown
}

/** The parsed data, a partial answer included, so that nothing undeclared leaves the server. */
const checkOutput = (data: unknown, tool: AnyTool, shown: JsonSchema): unknown =>
  after(parseOutput(tool.output, shown, data), (output) => {
    if (output.ok) return output.value
    throw new TypeError(
      `${tool.name} returned data that breaks its output schema: ${output.issues.map(({ message }) => message).join(' ')}`,
    )
  })

const isOutcome = (value: unknown): value is Outcome =>
  isRecord(value) &&
  isRecord(value.notes) &&
  (value.ok === true || (isFailure(value) && typeof value.soft === 'boolean'))

/**
 * Progress for the caller until the call is over; a caller that cannot take it does not fail the
 * tool.
 */
function gateProgress(onProgress: (progress: Progress) => void, log: Logger) {
  let isOpen = true
  return {
    close: () => void (isOpen = false),
    tell(progress: Progress) {
      try {
        if (isOpen) onProgress(progress)
      } catch (thrown) {
        log.warn('progress could not be told', { thrown })
      }
    },
  }
}

function toContext(
  id: string,
  options: CallOptions,
  log: Logger,
  onProgress: CallContext['onProgress'],
  budget: number | undefined,
): ToolContext {
  const {
    face = 'direct',
    client,
    caller,
    isLocal,
    idempotencyKey,
    traceparent,
    consent,
    conversation: { answers, state, capabilities, ask } = noConversation,
  } = options
  return {
    id,
    face,
    client,
    caller,
    isLocal,
    idempotencyKey,
    traceparent,
    consent,
    budget,
    log,
    flag: isOff,
    onProgress,
    answers,
    state,
    capabilities,
    ask,
  }
}

/** A time that makes no sense is no reason to fail a call. */
const lowered = (timeoutMs = Infinity) => (timeoutMs > 0 ? timeoutMs : Infinity)

const withId = (outcome: Outcome, requestId: string): Outcome =>
  withData(outcome, outcome.data, { ...outcome.notes, requestId })

/** Written out, because adding to a spread object is many times slower. */
function withData(outcome: Outcome, data: unknown, notes: Notes): Outcome {
  if (outcome.ok) return { ok: true, data, notes }
  const { problems, soft } = outcome
  return data === undefined
    ? { ok: false, problems, soft, notes }
    : { ok: false, problems, soft, data, notes }
}

/** Notes of the call and notes of the outcome: the outcome's win, warnings add up. */
function mergeNotes(called: Notes | undefined, returned: Notes): Notes {
  if (called === undefined) return returned
  const warnings = [...(called.warnings ?? []), ...(returned.warnings ?? [])]
  return { ...called, ...returned, ...(warnings.length > 0 && { warnings }) }
}
