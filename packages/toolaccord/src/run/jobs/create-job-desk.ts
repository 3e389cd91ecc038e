import { findScopeLack } from '../../auth/scopes.ts'
import type { CallContext } from '../../define/call.ts'
import type { CompiledTool } from '../../define/compiled-tool.ts'
import type { CallRequest } from '../../define/policy.ts'
import { ownerOf } from '../../fidelity/owner-of.ts'
import { hasEnded } from '../../jobs/has-ended.ts'
import type { JobEngine, JobHost } from '../../jobs/job-engine.ts'
import type { Job } from '../../jobs/job.ts'
import type { ResultInput } from '../../jobs/result-schemas.ts'
import { toPending, toStopped } from '../../jobs/to-pending.ts'
import { hashJson } from '../../json/hash-json.ts'
import { isRecord } from '../../json/json.ts'
import { toHex } from '../../json/to-hex.ts'
import type { Outcome } from '../../outcome/outcome.ts'
import { findFormRefusal, refuseOtherArguments } from '../../policies/idempotency/refusals.ts'
import { fromThrown } from '../from-thrown.ts'
import { parseInput } from '../parse-input.ts'
import type { ToolRunnerParts } from '../run-tool.ts'
import { createExits } from './create-exits.ts'
import { toOrder } from './to-order.ts'
import { type Waiter, waitForJob } from './wait-for-job.ts'

/** Where callers leave long work and come back for it. */
export interface JobDesk {
  /** True if jobs outlive the process. */
  readonly isDurable: boolean
  /** True if every process that serves also runs jobs. */
  readonly isLocal: boolean
  /** Runs a long tool as a job, and waits for it as long as its caller does. */
  begin(found: CompiledTool, request: CallRequest): Promise<Outcome>
  /** Answers the tool that fetches what a job gave. */
  fetch(found: CompiledTool, request: CallRequest): Promise<Outcome>
  /**
   * A job of this caller; undefined if there is none, if it is another's, or if the caller lacks
   * the scopes of its tool.
   */
  find(id: string, holder: Holder): Promise<Job | undefined>
  /** The jobs of this caller, the newest first. */
  list(holder: Holder, limit: number): Promise<readonly Job[]>
  /** The outcome of a job, or the handle to it if it has not ended in time. */
  wait(job: Job, waiter: Waiter): Promise<Outcome>
  /** Tells of every change of a job until the returned function is called. */
  watch(job: Job, tell: (job: Job) => void): () => void
  /** Asks a job to end. */
  cancel(job: Job): Promise<void>
  /** Gives a job that asks its answers; false if it does not ask. */
  answer(job: Job, answers: Readonly<Record<string, unknown>>): Promise<boolean>
  /** Runs what waits and what earlier processes left, until the desk is closed. */
  work(): Promise<void>
  /**
   * Gives handles to those who wait, because the process is about to end. Jobs that would end with
   * it are waited for.
   */
  release(): void
  /** Lets running jobs end until the signal is aborted, and takes no more. */
  close(signal?: AbortSignal): Promise<void>
}

/** Who asks for a job. */
export type Holder = Pick<CallContext, 'caller' | 'isLocal' | 'face'>

/** The parts that a desk is made of. */
export interface JobDeskParts extends Pick<ToolRunnerParts, 'contract' | 'limits'> {
  readonly engine: JobEngine
  readonly host: JobHost
  readonly refuse: CallRequest['refuse']
}

/** Creates the desk of a server. */
export function createJobDesk(parts: JobDeskParts): JobDesk {
  const { engine, host } = parts
  const exits = createExits()

  function toWaiter({ signal, waitMs, onProgress }: CallRequest): Waiter {
    return { signal, waitMs, onProgress, onClosing: exits.add }
  }

  async function find(id: string, holder: Holder): Promise<Job | undefined> {
    const job = await engine.find(id)
    if (job === undefined || job.order.server !== host.server) return undefined
    if (job.order.owner !== ownerOf(holder.caller)) return undefined
    return findScopeLack(job.order.scopes, holder) === undefined ? job : undefined
  }

  async function wait(job: Job, waiter: Waiter): Promise<Outcome> {
    const last = await waitForJob(job, waiter, engine)
    if (!hasEnded(last)) return toPending(last)
    const outcome = await engine.outcomeOf(last)
    return outcome ?? parts.refuse('not_found', goneOutcome(last))
  }

  /** Waits for a job, and puts its questions to a caller that can be asked. */
  async function follow(job: Job, request: CallRequest): Promise<Outcome> {
    const last = await waitForJob(job, { ...toWaiter(request), endsAtQuestion: true }, engine)
    const { state, round, order } = last
    if (state === 'asking' && round !== undefined) {
      return request.ask(round.questions, { job: order.id })
    }
    return wait(last, { ...toWaiter(request), waitMs: 0 })
  }

  async function start(request: CallRequest): Promise<Outcome> {
    const { idempotencyKey: key } = request
    const malformed = key === undefined ? undefined : findFormRefusal(request)
    if (malformed !== undefined) return malformed
    const order = await toOrder(request, host)
    await engine.start(order, host)
    const job = await engine.find(order.id)
    if (job === undefined) return host.toLost(order, 'died')
    if (!(await haveSameArguments(job.order.args, order.args))) {
      return refuseOtherArguments(request)
    }
    // Until the caller knows the handle, nobody else can want the work; under a key it comes back.
    const isOwnJob = key === undefined && job.order.context.id === request.id
    const leave = () => {
      if (isOwnJob) engine.cancel(order.id, host).catch(host.onTrouble)
    }
    const { signal } = request
    signal.addEventListener('abort', leave, { once: true })
    try {
      return await follow(job, request)
    } finally {
      signal.removeEventListener('abort', leave)
    }
  }

  /** Goes on with a job whose question the caller has answered. */
  async function goOn(id: string, request: CallRequest): Promise<Outcome> {
    const job = await find(id, request)
    if (job === undefined) return request.refuse('not_found', unknownJob(id))
    await engine.answer(id, request.answers)
    return follow((await engine.find(id)) ?? job, request)
  }

  return {
    isDurable: engine.isDurable,
    isLocal: engine.isLocal,
    async begin(found, request) {
      try {
        const parsed = await parseInput(found, request, parts)
        if (!parsed.ok) return parsed.refused
        const { state } = request
        const asking = isRecord(state) ? state.job : undefined
        return await (typeof asking === 'string' ? goOn(asking, request) : start(request))
      } catch (thrown) {
        return fromThrown(thrown, request, `tool ${found.tool.name}`)
      }
    },
    async fetch(found, request) {
      try {
        const parsed = await parseInput(found, request, parts)
        if (!parsed.ok) return parsed.refused
        // The cast names what the schema of the tool has checked.
        const { job_id: id, wait_seconds: seconds, cancel = false } = parsed.value as ResultInput
        const job = await find(id, request)
        if (job === undefined) return request.refuse('not_found', unknownJob(id))
        const waitMs = seconds === undefined ? request.waitMs : seconds * 1000
        const waiter = { ...toWaiter(request), waitMs }
        if (!cancel) return await wait(job, waiter)
        await engine.cancel(id, host)
        return toStopped(await waitForJob(job, waiter, engine))
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
    wait,
    watch: ({ order }, tell) => engine.watch(order.id, tell),
    cancel: ({ order }) => engine.cancel(order.id, host),
    answer: ({ order }, answers) => engine.answer(order.id, answers),
    work: () => engine.work(host),
    release() {
      if (engine.isDurable) exits.open()
    },
    close: (signal) => engine.close(signal),
  }
}

async function haveSameArguments(first: unknown, second: unknown): Promise<boolean> {
  if (first === second) return true
  const [one, other] = await Promise.all([hashJson(first), hashJson(second)])
  return toHex(one) === toHex(other)
}

const unknownJob = (id: string) => ({
  message: `There is no job '${id}' of yours.`,
  path: 'job_id',
  hint: 'It may have been kept for as long as it was worth keeping. Call its tool again.',
})

const goneOutcome = ({ order }: Job) => ({
  message: `'${order.tool}' has ended, and its answer is not kept any more.`,
  hint: 'Call the tool again.',
})
