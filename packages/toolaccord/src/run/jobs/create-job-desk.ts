import { findScopeLack } from '../../auth/scopes.ts'
import type { CallContext } from '../../define/call.ts'
import type { CompiledTool } from '../../define/compiled-tool.ts'
import type { CallRequest } from '../../define/policy.ts'
import { ownerOf } from '../../fidelity/owner-of.ts'
import { hasEnded } from '../../jobs/has-ended.ts'
import type { JobEngine, JobHost, AdoptedJob } from '../../jobs/job-engine.ts'
import { JobShareError } from '../../jobs/job-share-error.ts'
import type { Job } from '../../jobs/job.ts'
import type { ResultInput } from '../../jobs/result-schemas.ts'
import { toPending, toStopped } from '../../jobs/to-pending.ts'
import { hashJson } from '../../json/hash-json.ts'
import { isRecord } from '../../json/json.ts'
import { toHex } from '../../json/to-hex.ts'
import type { Logger } from '../../log/log.ts'
import type { Outcome } from '../../outcome/outcome.ts'
import { findFormRefusal, refuseOtherArguments } from '../../policies/idempotency/refusals.ts'
import { fromThrown } from '../from-thrown.ts'
import { parseInput } from '../parse-input.ts'
import type { ToolRunner, ToolRunnerParts } from '../run-tool.ts'
import { createEarlyRunner } from './create-early-runner.ts'
import { createExits } from './create-exits.ts'
import { toAnsweringEngine } from './to-answering-engine.ts'
import { toJobId, toOrder } from './to-order.ts'
import { type Waiter, waitForJob } from './wait-for-job.ts'

/** Where callers leave long work and come back for it. */
export interface JobDesk {
  /** True if jobs outlive the process. */
  readonly isDurable: boolean
  /** True if every process that serves also runs jobs. */
  readonly isLocal: boolean
  /** Runs a long tool as a job, and waits for it as long as its caller does. */
  readonly begin: ToolRunner
  /** Answers the tool that fetches what a job gave. */
  readonly fetch: ToolRunner
  /**
   * A job of this caller; undefined if there is none, if it is another's, or if the caller lacks
   * the scopes of its tool.
   */
  find(id: string, holder: Holder): Promise<Job | undefined>
  /** The jobs of this caller, the newest first. */
  list(holder: Holder, limit: number): Promise<readonly Job[]>
  /** True if a job was begun and nobody runs it: its process has died, and no other goes on. */
  isLeft(job: Job): Promise<boolean>
  /** The outcome of a job, or the handle to it if it has not ended in time. */
  wait(job: Job, waiter: Waiter): Promise<Outcome>
  /** Tells of every change of a job until the returned function is called. */
  watch(job: Job, tell: (job: Job) => void): () => void
  /** Asks a job to end. */
  cancel(job: Job): Promise<void>
  /** Gives a job that asks some of its answers; false if it does not ask. */
  answer(job: Job, answers: Readonly<Record<string, unknown>>): Promise<boolean>
  /**
   * Runs what waits and what earlier processes left, until the desk is closed; tells of every
   * change of what it runs. So many run at a time; default: what `jobs` of the server says.
   */
  work(tell?: (job: Job) => void, concurrency?: number): Promise<void>
  /** True if a job of any caller waits, or runs in no other living process. */
  hasWork(): Promise<boolean>
  /**
   * Gives handles to those who wait, because the process is about to end. Jobs that would end with
   * it are waited for.
   */
  release(): void
  /**
   * Lets running jobs end until the signal is aborted, and then gives them back for others to go on
   * with. It runs no more; a local engine that keeps jobs still takes orders, for another process.
   */
  close(signal?: AbortSignal): Promise<void>
}

/** Who asks for a job. */
export type Holder = Pick<CallContext, 'caller' | 'isLocal' | 'face'>

/** The parts that a desk is made of. */
export interface JobDeskParts extends Pick<ToolRunnerParts, 'contract' | 'limits'> {
  readonly engine: JobEngine
  readonly host: JobHost
  /** The same host with the log of a call, for the jobs that run in the process of their caller. */
  readonly hostWith: (log: Logger) => JobHost
  readonly refuse: CallRequest['refuse']
  /** Runs a tool in its call. */
  readonly runTool: ToolRunner
}

/** How a job is followed. */
interface Following extends Partial<Pick<AdoptedJob, 'settled'>> {
  readonly waitMs?: number | undefined
}

/** Creates the desk of a server. */
export function createJobDesk(parts: JobDeskParts): JobDesk {
  const { host } = parts
  const engine = toAnsweringEngine(parts.engine, host)
  const exits = createExits()

  function toWaiter({ signal, onProgress }: CallRequest, waitMs: number | undefined): Waiter {
    return { signal, onProgress, waitMs, onClosing: exits.add }
  }

  async function find(id: string, holder: Holder): Promise<Job | undefined> {
    const job = await engine.find(id)
    if (job === undefined || job.order.server !== host.server) return undefined
    if (job.order.owner !== ownerOf(holder.caller)) return undefined
    return findScopeLack(job.order.scopes, holder) === undefined ? job : undefined
  }

  /** The outcome of a job that has ended, else the handle to it. */
  async function toAnswer(job: Job): Promise<Outcome> {
    if (!hasEnded(job)) return toPending(job)
    const outcome = await engine.outcomeOf(job)
    const { id, tool } = job.order
    if (outcome === undefined) return parts.refuse('not_found', goneOutcome(job))
    return { ...outcome, notes: { ...outcome.notes, job: { id, tool, isPending: false } } }
  }

  /** Waits for a job, and puts its questions to a caller that can be asked. */
  async function follow(job: Job, request: CallRequest, how: Following): Promise<Outcome> {
    const waiter = { ...toWaiter(request, how.waitMs), endsAtQuestion: true }
    const last = await waitForJob(job, waiter, engine, how.settled)
    const { state, round, order } = last
    if (state === 'asking' && round !== undefined && request.unreachable === undefined) {
      return request.ask(round.questions, { job: order.id })
    }
    return toAnswer(last)
  }

  async function start(request: CallRequest): Promise<Outcome> {
    const { idempotencyKey: key } = request
    const malformed = key === undefined ? undefined : findFormRefusal(request)
    if (malformed !== undefined) return malformed
    const order = toOrder(request, host, await toJobId(request, host.server))
    const job = await engine.start(order, parts.hostWith(request.log))
    if (!(await haveSameArguments(job.order.args, order.args))) {
      return refuseOtherArguments(request)
    }
    const { signal, waitMs } = request
    // A caller that does not wait at all is not asked either: it looks after the job itself.
    if (waitMs === 0 && !signal.aborted && !hasEnded(job)) return toPending(job)
    // Whoever gave a key comes back with it.
    const isOwnJob = key === undefined && job.order.context.id === request.id
    return isOwnJob ? followOwn(job, request, { waitMs }) : follow(job, request, { waitMs })
  }

  /** Waits for the job of this very call: until its caller knows the handle, nobody wants it. */
  async function followOwn(job: Job, request: CallRequest, how: Following): Promise<Outcome> {
    const leave = () => {
      engine.cancel(job.order.id, host).catch(host.onTrouble)
    }
    const { signal } = request
    signal.addEventListener('abort', leave, { once: true })
    if (signal.aborted) leave()
    try {
      return await follow(job, request, how)
    } finally {
      signal.removeEventListener('abort', leave)
    }
  }

  /** Goes on with a job whose question the caller has answered. */
  async function goOn(id: string, request: CallRequest): Promise<Outcome> {
    const job = await find(id, request)
    if (job === undefined) return request.refuse('not_found', unknownJob(id))
    await engine.answer(id, request.answers)
    const { waitMs } = request
    return follow((await engine.find(id)) ?? job, request, { waitMs })
  }

  async function beginJob(found: CompiledTool, request: CallRequest): Promise<Outcome> {
    try {
      const parsed = await parseInput(found, request, parts)
      if (!parsed.ok) return parsed.refused
      const asking = askingJob(request)
      return await (asking === undefined ? start(request) : goOn(asking, request))
    } catch (thrown) {
      if (thrown instanceof JobShareError) return request.refuse('rate_limited', toFull(thrown))
      return fromThrown(thrown, request, `tool ${found.tool.name}`)
    }
  }

  const runEarly = createEarlyRunner({
    engine,
    hostWith: parts.hostWith,
    runTool: parts.runTool,
    onClosing: exits.add,
    follow: ({ job, settled }, request, waitMs) => followOwn(job, request, { waitMs, settled }),
  })

  return {
    isDurable: engine.isDurable,
    isLocal: engine.isLocal,
    begin: (found, request) => runEarly(found, request) ?? beginJob(found, request),
    async fetch(found, request) {
      try {
        const parsed = await parseInput(found, request, parts)
        if (!parsed.ok) return parsed.refused
        // The cast names what the schema of the tool has checked.
        const { job_id: id, wait_seconds: seconds, cancel = false } = parsed.value as ResultInput
        const job = await find(id, request)
        if (job === undefined) return request.refuse('not_found', unknownJob(id))
        const waitMs = Math.min(request.waitMs ?? Infinity, (seconds ?? Infinity) * 1000)
        if (cancel) {
          await engine.cancel(id, host)
          const stopped = await waitForJob(job, toWaiter(request, waitMs), engine)
          return toStopped(stopped, hasEnded(stopped) ? await engine.outcomeOf(stopped) : undefined)
        }
        if (askingJob(request) === id) await engine.answer(id, request.answers)
        return await follow(job, request, { waitMs })
      } catch (thrown) {
        return fromThrown(thrown, request, `tool ${found.tool.name}`)
      }
    },
    find,
    async list(holder, limit) {
      const { server } = host
      const jobs = await engine.list({ server, owner: ownerOf(holder.caller), limit })
      return jobs.filter(({ order }) => findScopeLack(order.scopes, holder) === undefined)
    },
    isLeft: async ({ state, order }) => state === 'running' && !(await engine.isHeld(order.id)),
    wait: async (job, waiter) => toAnswer(await waitForJob(job, waiter, engine)),
    watch: ({ order }, tell) => engine.watch(order.id, tell),
    cancel: ({ order }) => engine.cancel(order.id, host),
    answer: ({ order }, answers) => engine.answer(order.id, answers),
    work: (tell, concurrency) => engine.work(host, tell, concurrency),
    hasWork: () => engine.hasWork(host),
    release() {
      if (engine.isDurable) exits.open()
    },
    close: (signal) => engine.close(signal),
  }
}

/** The id of the job whose question the caller answers; undefined if this is not an answer. */
function askingJob({ state }: CallRequest): string | undefined {
  return isRecord(state) && typeof state.job === 'string' ? state.job : undefined
}

async function haveSameArguments(first: unknown, second: unknown): Promise<boolean> {
  if (first === second) return true
  const [one, other] = await Promise.all([hashJson(first), hashJson(second)])
  return toHex(one) === toHex(other)
}

const toFull = ({ limit }: JobShareError) => ({
  message: `You have ${limit} jobs that have not ended, which is as many as a caller may have.`,
  hint: 'Wait for some of them, or cancel some, and call again.',
})

const unknownJob = (id: string) => ({
  message: `There is no job '${id}' of yours.`,
  path: 'job_id',
  hint: 'Check the id. If its answer has expired, call its tool again.',
})

const goneOutcome = ({ order }: Job) => ({
  message: `'${order.tool}' has ended, and its answer is not kept any more.`,
  hint: 'Call the tool again.',
})
