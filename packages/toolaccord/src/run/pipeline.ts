import type { Contract, Written } from '../contracts/contract/contract.ts'
import type { CallOptions, Face, Progress } from '../define/call.ts'
import type { CompiledTool, ToolsByName } from '../define/compiled-tool.ts'
import type { Limits } from '../define/limits.ts'
import type { CallRequest, Next, Policy } from '../define/policy.ts'
import type { Fitter } from '../fidelity/create-fitter.ts'
import { isDeeperThan } from '../json/json.ts'
import { type Logger, guardLog } from '../log/log.ts'
import { type Reach, createStepCheck } from '../next/create-step-check.ts'
import { type Codebook, factsOf, kindOf } from '../outcome/codebook.ts'
import { completeFailure, toFailure } from '../outcome/failure.ts'
import {
  type Failure,
  type Outcome,
  hasNext,
  isFailure,
  isOutcome,
  ok,
} from '../outcome/outcome.ts'
import { toEnd } from '../policies/watch-call.ts'
import type { EarlyEnd } from '../signals/start-deadline.ts'
import { describeUnknownTool } from './describe-unknown-tool.ts'
import { fromThrown } from './from-thrown.ts'
import { type ToolRunner, createToolRunner, isPromise } from './run-tool.ts'
import { type RunningCalls, RunningRequest, changeRequest } from './running-call.ts'
import { type CallLinesParts, policiesByTool } from './to-policies.ts'
import { watchConversation } from './watch-conversation.ts'
import { isWithin, writeWithin } from './write-within.ts'

/** The parts of a server that its calls run through. */
export interface PipelineParts extends CallLinesParts {
  /** Names have prefixes on some faces. */
  readonly tools: Readonly<Record<Face, ToolsByName>>
  /** Tools that the server has and does not offer. */
  readonly leftOut: Readonly<Record<Face, ToolsByName>>
  readonly contract: Contract
  readonly codes: Codebook
  readonly refuse: CallRequest['refuse']
  readonly policies: readonly Policy[]
  readonly limits: Limits
  /** True if outcomes say how long their tools ran. */
  readonly isTimed?: boolean | undefined
  readonly log: Logger
  readonly newId: () => string
  readonly running: RunningCalls
  /** Tells which tools a caller may be pointed at. */
  readonly isReachable: Reach
  /** Returns the tokens for an answer; absent if the server does not count them. */
  readonly budgetOf?: ((name: string, options: CallOptions) => number) | undefined
  /** Runs what was found. Default: as a tool. */
  readonly run?: ToolRunner | undefined
}

/**
 * The one way in: from a name and arguments to an outcome. It never throws, and gives the outcome
 * at once if nothing has to be waited for.
 */
export type Pipeline = (
  name: string,
  args: unknown,
  options?: CallOptions,
) => Outcome | Promise<Outcome>

/** A pipeline that always gives a promise. */
export const toAsync =
  (callTool: Pipeline) =>
  async (name: string, args?: unknown, options?: CallOptions): Promise<Outcome> =>
    callTool(name, args, options)

/** The form that a face gives an answer. */
export interface AnswerForm<Answer extends Written, Reply> {
  write(outcome: Outcome): Answer
  reply(written: Answer): Reply
}

/**
 * Calls a tool and writes its answer within the budget of the call. The reply is there at once if
 * nothing has to be waited for.
 */
export type Answerer = <Answer extends Written, Reply>(
  name: string,
  args: unknown,
  options: CallOptions,
  form: AnswerForm<Answer, Reply>,
) => Reply | Promise<Reply>

/** Creates the answerer of a server from its pipeline. */
export function createAnswerer(callTool: Pipeline, fitter: Fitter | undefined): Answerer {
  return function answer(name, args, options, form) {
    const outcome = callTool(name, args, options)
    if (isPromise(outcome)) return answerLater(outcome)
    const written = form.write(outcome)
    if (fitter === undefined || isWithin(fitter, written, name, options)) {
      return form.reply(written)
    }
    return answerLater(outcome, written.envelope.length)

    async function answerLater(calling: Outcome | Promise<Outcome>, overLength?: number) {
      const how = { fitter, name, options, write: form.write }
      return form.reply(await writeWithin(how, await calling, overLength))
    }
  }
}

const ignoreProgress = () => {}

/** The longest that a timer takes; a long tool has a limit of its own, in its job. */
const longestMs = 2_147_483_647
/** True if a log wants to know of calls; the most important line about most of them is info. */
const isWanted = (log: Logger): boolean => log.isOn?.('info') !== false
const noOptions: CallOptions = {}

/** Creates the pipeline of a server: lookup, policies, tool, request id. */
export function createPipeline(parts: PipelineParts): Pipeline {
  const { codes, limits, refuse, running, callLines, unseenLines } = parts
  const serverLog = guardLog(parts.log)
  // Asked once: a log that wants no calls must cost them nothing.
  const isWatched = isWanted(serverLog)
  const policiesAround = policiesByTool(parts.tools, parts.policies)
  const runTool = parts.run ?? createToolRunner(parts)
  const checkSteps = createStepCheck({ ...parts, byName: parts.tools.direct })

  return function callTool(name, args = {}, options = noOptions) {
    const id = options.id ?? parts.newId()
    const { face = 'direct' } = options
    const tools = parts.tools[face]
    const found = tools.get(name)
    if (found === undefined) {
      const problem = describeUnknownTool(name, tools, parts.leftOut[face])
      return endUnrun(name, refuse('unknown_tool', problem), id, options)
    }
    const { signal } = options
    if (signal?.aborted) return endUnrun(found.tool.name, refuse('cancelled'), id, options)
    const log = logOf(options)
    const progress = options.onProgress && gateProgress(options.onProgress, log)
    const timeoutMs = timeoutOf(found, options)
    const facts = {
      id,
      found,
      args,
      timeoutMs,
      log,
      budget: budgetOf(name, options),
      onProgress: progress?.pass ?? ignoreProgress,
      refuse,
      kindOf: kindOfProblem,
    }
    const conversation = options.conversation && watchConversation(options.conversation)
    const request = new RunningRequest(facts, options, conversation)
    running.latest = found.tool.name
    const isLogged = options.log === undefined ? isWatched : isWanted(log)
    if (isLogged) callLines?.began(request)
    const policies = policiesAround.get(found) ?? []
    // Policies hash and log arguments, so arguments that nest too deep are refused before them.
    const isUnseen = policies.length > 0 && isDeeperThan(args, limits.depth)
    const skipsPolicies = isUnseen || policies.length === 0
    const work = skipsPolicies
      ? runTool(found, request, request.beganAt)
      : runFrom(0, policies, request, found)

    function finish(ended: Outcome | EarlyEnd): Outcome {
      request.end()
      progress?.close()
      const ending = typeof ended === 'string' ? stop(ended, name, request) : ended
      const outcome = withId(hasNext(ending) ? checkSteps(ending, request) : ending, id)
      if (isLogged || isUnseen || isOwnFault(outcome)) {
        const lines = isUnseen ? unseenLines : callLines
        lines?.ended(request, toEnd(outcome, conversation?.hasAsked === true, request), request)
      }
      return outcome
    }

    if (isPromise(work)) {
      running.begin(request)
      return Promise.race([work, request.startDeadline().ended]).then((ended) => {
        running.end(request)
        return finish(ended)
      })
    }
    // A synchronous tool cannot be timed out; its caller may have gone meanwhile.
    return finish(signal?.aborted ? 'cancelled' : work)
  }

  /** The failure of a call that was stopped. */
  function stop(why: EarlyEnd, name: string, { id, log, timeoutMs }: RunningRequest): Failure {
    log.warn(`tool ${name} was stopped: ${why}`, { id, timeoutMs })
    if (why === 'cancelled') return refuse('cancelled')
    return refuse('timeout', { message: `'${name}' did not answer within ${timeoutMs} ms.` })
  }

  function logOf({ log }: CallOptions): Logger {
    return log === undefined ? serverLog : guardLog(log)
  }

  /** Ends a call before it begins. */
  function endUnrun(tool: string, failed: Failure, id: string, options: CallOptions): Outcome {
    const { face = 'direct', traceparent, client, caller } = options
    const facts = { id, face, traceparent, client, caller, log: logOf(options) }
    unseenLines?.refused({ ...facts, tool: { name: tool } }, failed)
    return withId(failed, id)
  }

  /** Runs the policy at a place, or the tool after the last policy. It never rejects. */
  async function runFrom(
    at: number,
    policies: readonly Policy[],
    request: CallRequest,
    found: CompiledTool,
  ): Promise<Outcome> {
    const policy = policies[at]
    if (policy === undefined) return runTool(found, request)
    const from = `policy ${policy.name}`
    const next: Next = async (changes) => {
      const isSame = changes === undefined || changes === request
      const changed = isSame ? request : changeRequest(request, changes)
      return runFrom(at + 1, policies, changed, found)
    }
    try {
      const answered = await askPolicy(policy, request, next)
      return checkAnswered(answered, from, codes)
    } catch (thrown) {
      return fromThrown(thrown, request, from)
    }
  }

  /** A failure that a policy throws is an answer like one that it returns. */
  async function askPolicy(policy: Policy, request: CallRequest, next: Next): Promise<unknown> {
    try {
      return await policy.around(request, next)
    } catch (thrown) {
      if (isFailure(thrown)) return thrown
      throw thrown
    }
  }

  function isOwnFault(outcome: Outcome): boolean {
    return !outcome.ok && kindOf(codes, outcome.problems[0]) === 'internal'
  }

  function kindOfProblem(problem: Parameters<CallRequest['kindOf']>[0]) {
    return kindOf(codes, problem)
  }

  /** A caller may lower the time limit of a tool, never raise it. */
  function timeoutOf({ tool }: CompiledTool, { timeoutMs = Infinity }: CallOptions): number {
    const own = tool.long === undefined ? (tool.timeoutMs ?? limits.timeoutMs) : longestMs
    return timeoutMs > 0 ? Math.min(own, timeoutMs) : own
  }

  function budgetOf(name: string, options: CallOptions): number | undefined {
    const budget = parts.budgetOf?.(name, options)
    return budget === Infinity ? undefined : budget
  }
}

/**
 * Passes progress on until the call is over; a caller that cannot take it does not fail the tool.
 */
function gateProgress(onProgress: (progress: Progress) => void, log: Logger) {
  let isOpen = true
  return {
    close() {
      isOpen = false
    },
    pass(progress: Progress) {
      if (!isOpen) return
      try {
        onProgress(progress)
      } catch (thrown) {
        log.warn('progress could not be passed on', { thrown })
      }
    },
  }
}

function withId(outcome: Outcome, requestId: string): Outcome {
  if (outcome.notes.requestId === requestId) return outcome
  const notes = { ...outcome.notes, requestId }
  if (outcome.ok) return ok(outcome.data, notes)
  const { problems, data, soft } = outcome
  return toFailure(problems, { data, notes }, soft)
}

/**
 * The outcome that a policy gave, with the messages of its codes; throws if it is not an outcome,
 * or has a code that the server does not have.
 */
function checkAnswered(answered: unknown, from: string, codes: Codebook): Outcome {
  if (!isOutcome(answered)) throw new TypeError(`${from} gave neither ok() nor a failure`)
  if (answered.ok) return answered
  const unknown = answered.problems.find(({ code }) => factsOf(codes, code) === undefined)
  if (unknown === undefined) return completeFailure(answered, codes)
  throw new TypeError(
    `${from} failed with '${unknown.code}', which is not a code of this server: ${unknown.message}`,
  )
}
