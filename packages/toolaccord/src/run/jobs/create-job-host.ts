import type { CompiledTool } from '../../define/compiled-tool.ts'
import type { CallRequest, Next, Policy } from '../../define/policy.ts'
import { Asked, type Conversation, noConversation } from '../../define/questions/conversation.ts'
import type { Flags } from '../../flags/create-flags.ts'
import type { JobFinisher, JobHost, JobRun, JobRunner, RunEnd } from '../../jobs/job-engine.ts'
import type { JobOrder } from '../../jobs/job.ts'
import { type Logger, guardLog } from '../../log/log.ts'
import type { Kind } from '../../outcome/kinds.ts'
import { type Outcome, isOutcome } from '../../outcome/outcome.ts'
import { type EarlyEnd, startDeadline } from '../../signals/start-deadline.ts'
import { fromThrown } from '../from-thrown.ts'
import { type ToolRunnerParts, createToolRunner } from '../run-tool.ts'
import { RunningRequest, changeRequest } from '../running-call.ts'

/** The parts of a server that running its jobs needs. */
export interface JobHostParts extends ToolRunnerParts, Pick<CallRequest, 'refuse' | 'kindOf'> {
  readonly server: string
  readonly version: string
  readonly log: Logger
  readonly flags?: Flags | undefined
  readonly policies: readonly Policy[]
  /** Tools by their own names. */
  readonly tools: ReadonlyMap<string, CompiledTool>
}

/** Failures of these kinds may pass by themselves. */
const passingKinds: ReadonlySet<Kind> = new Set<Kind>(['rate_limit', 'unavailable'])

const firstRetryMs = 1000
const longestRetryMs = 60_000

/** Creates what an engine needs of a server. The policies have let every job pass before. */
export function createJobHost(parts: JobHostParts): JobHost {
  const { server, version, flags, refuse, kindOf } = parts
  const log = guardLog(parts.log)
  const runTool = createToolRunner(parts)
  const around = parts.policies.filter(({ aroundJob }) => aroundJob !== undefined)

  const runJob: JobRunner = async (order, job) => {
    const { tool: name, args, context, maxMs, id: jobId } = order
    const found = parts.tools.get(name)
    if (found === undefined) return { outcome: withId(refuse('unknown_tool'), order) }
    const { id, budget, traceparent } = context
    const facts = {
      id,
      found,
      args,
      timeoutMs: maxMs,
      log,
      budget,
      onProgress: job.progress.bind(job),
      refuse,
      kindOf,
      job: { resumed: job.resumed, checkpoint: job.checkpoint.bind(job) },
      flag: flags && ((flag: string) => flags.isOn(flag, context)),
    }
    const conversation = createRounds(order, job)
    const request = new RunningRequest(facts, { ...context, signal: job.signal }, conversation)
    log.debug(`the job of ${name} runs`, { id, job: jobId, traceparent })
    const work = runAround(found, request)
    const ended = await Promise.race([work, request.startDeadline().ended])
    request.end()
    return conversation.asked ?? toRunEnd(ended, order, job)
  }

  /** Runs the policies that are around jobs, from one of them on, and then the tool. */
  async function runAround(found: CompiledTool, request: CallRequest, at = 0): Promise<Outcome> {
    const policy = around[at]
    if (policy?.aroundJob === undefined) return runTool(found, request)
    const next: Next = async (changes) => {
      const changed = changes === undefined ? request : changeRequest(request, changes)
      return runAround(found, changed, at + 1)
    }
    try {
      return await policy.aroundJob(request, next)
    } catch (thrown) {
      return fromThrown(thrown, request, `policy ${policy.name}`)
    }
  }

  const finishTool: JobFinisher = async (order, run, adopted) => {
    const deadline = startDeadline(order.maxMs, run.signal)
    adopted.become(run, deadline.signal)
    const ended = await Promise.race([adopted.work, deadline.ended])
    deadline.clear()
    return toRunEnd(ended, order, run)
  }

  function toRunEnd(ended: Outcome | EarlyEnd, order: JobOrder, { isLeft }: JobRun): RunEnd {
    const { tool, context, maxMs } = order
    const facts = { id: context.id, job: order.id, traceparent: context.traceparent }
    if (isLeft) log.info(`the job of ${tool} is left to the next server`, facts)
    else if (isOutcome(ended)) log.info(`the job of ${tool} has ended`, { ...facts, ok: ended.ok })
    else log.warn(`the job of ${tool} was stopped: ${ended}`, facts)
    if (isOutcome(ended)) return { outcome: withId(ended, order) }
    if (ended === 'cancelled') return { outcome: withId(refuse('cancelled', notWanted), order) }
    const message = `'${tool}' did not end within ${maxMs} ms.`
    return { outcome: withId(refuse('timeout', { message }), order), isFinal: true }
  }

  return {
    server,
    version,
    runTool: runJob,
    finishTool,
    retryInMs({ problems: [problem] }, attempts) {
      if (!passingKinds.has(kindOf(problem))) return undefined
      const seconds = Number(problem.details?.retry_after_seconds)
      if (seconds > 0) return Math.min(seconds * 1000, longestRetryMs)
      return Math.min(firstRetryMs * 4 ** (attempts - 1), longestRetryMs)
    },
    toLost: (order, because) => withId(refuse('unavailable', lossTexts[because](order)), order),
    toCancelled: (order) => withId(refuse('cancelled', notWanted), order),
    onTrouble: (thrown) => log.error('a job could not be kept', { thrown }),
  }
}

const notWanted = { hint: 'Call the tool again only if its work is still wanted.' }

function withId(outcome: Outcome, { context }: JobOrder): Outcome {
  return { ...outcome, notes: { ...outcome.notes, requestId: context.id } }
}

/** A conversation whose questions wait with the job for whoever comes back. */
interface Rounds extends Conversation {
  /** What the tool asked in this round. */
  readonly asked?: RunEnd | undefined
}

function createRounds({ context }: JobOrder, { round }: JobRun): Rounds {
  const { capabilities } = context
  if (capabilities === undefined) return noConversation
  let asked: RunEnd | undefined
  return {
    answers: round?.answers ?? {},
    state: round?.state,
    capabilities,
    get asked() {
      return asked
    },
    ask(questions, state) {
      asked = { questions, state }
      throw new Asked()
    },
  }
}

type LossText = (order: JobOrder) => { readonly message: string; readonly hint: string }

const lossTexts: Readonly<Record<Parameters<JobHost['toLost']>[1], LossText>> = {
  died: ({ tool }) => ({
    message: `The process that ran '${tool}' has died. Some of its work may be done.`,
    hint: 'Look at what was done, then call the tool again if more is needed.',
  }),
  unanswered: ({ tool }) => ({
    message: `Nobody has answered the question of '${tool}' in time.`,
    hint: 'Call the tool again when a user is there to answer.',
  }),
  'unknown version': ({ tool, version }) => ({
    message: `Version ${version} of the server took this call of '${tool}', and another runs now.`,
    hint: 'Call the tool again.',
  }),
  stopped: ({ tool }) => ({
    message: `The server was stopped while '${tool}' ran. Some of its work may be done.`,
    hint: 'Look at what was done, then call the tool again if more is needed.',
  }),
  unkept: ({ tool }) => ({
    message: `'${tool}' has done its work, and its answer could not be kept.`,
    hint:
      'Look at what was done, and ask for less. ' +
      'Without an archive of its jobs, a server keeps answers of up to 8 MiB.',
  }),
}
