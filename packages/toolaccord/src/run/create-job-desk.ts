import type { CallContext } from '../define/call.ts'
import type { CompiledTool } from '../define/compiled-tool.ts'
import type { CallRequest } from '../define/policy.ts'
import type { AnyTool } from '../define/tool.ts'
import type { JobEngine, JobHost } from '../jobs/job-engine.ts'
import { type Job, type JobOrder, hasEnded } from '../jobs/job.ts'
import type { ResultInput } from '../jobs/result-schemas.ts'
import { toPending } from '../jobs/to-pending.ts'
import { compact } from '../json/json.ts'
import type { Outcome } from '../outcome/outcome.ts'
import { hasScopesOf } from '../policies/create-scopes.ts'
import { parseInput } from './parse-input.ts'
import type { ToolRunnerParts } from './run-tool.ts'

/** Where callers leave long work and come back for it. */
export interface JobDesk {
  /** Runs a long tool as a job, and waits for it as long as its caller does. */
  run(found: CompiledTool, request: CallRequest): Promise<Outcome>
  /** Answers the tool that fetches what a job gave. */
  fetch(found: CompiledTool, request: CallRequest): Promise<Outcome>
  /** A job of this caller; undefined if there is none, or it is another's. */
  find(id: string, holder: Holder): Promise<Job | undefined>
  /** The outcome of a job, or the handle to it if it has not ended in time. */
  wait(job: Job, waiter: Waiter): Promise<Outcome>
  cancel(job: Job): Promise<void>
  /** Runs what earlier processes left; called when the server is served. */
  work(): Promise<void>
  close(signal?: AbortSignal): Promise<void>
}

/** Who asks for a job. */
export type Holder = Pick<CallContext, 'caller'>

/** Who waits for a job. */
export type Waiter = Pick<CallRequest, 'signal' | 'waitMs' | 'onProgress'>

/** The parts that a desk is made of. */
export interface JobDeskParts extends Pick<ToolRunnerParts, 'contract' | 'limits'> {
  readonly engine: JobEngine
  readonly host: JobHost
  readonly newJobId: () => string
  /** Tools by their own names. */
  readonly tools: ReadonlyMap<string, CompiledTool>
}

const hourMs = 3_600_000
const dayMs = 86_400_000

/** Creates the desk of a server. */
export function createJobDesk(parts: JobDeskParts): JobDesk {
  const { engine, host, newJobId, tools } = parts
  async function find(id: string, holder: Holder): Promise<Job | undefined> {
    const job = await engine.find(id)
    return job?.order.owner === ownerOf(holder) ? job : undefined
  }

  async function wait(
    job: Job,
    { signal, waitMs = Infinity, onProgress }: Waiter,
  ): Promise<Outcome> {
    const { id } = job.order
    const last = await new Promise<Job>((resolve) => {
      let seen = job
      const stop = engine.watch(id, take)
      const timer = waitMs < Infinity ? setTimeout(() => end(seen), waitMs) : undefined
      signal.addEventListener('abort', leave, { once: true })
      // It may have ended before anybody watched.
      engine.find(id).then((now) => now && take(now))

      function take(now: Job): void {
        if (now.progress !== undefined && now.progress !== seen.progress) onProgress(now.progress)
        seen = now
        if (hasEnded(now)) end(now)
      }
      function leave(): void {
        end(seen)
      }
      function end(now: Job): void {
        stop()
        clearTimeout(timer)
        signal.removeEventListener('abort', leave)
        resolve(now)
      }
    })
    return last.outcome ?? toPending(last)
  }

  return {
    async run(found, request) {
      const parsed = await parseInput(found, request, parts)
      if (!parsed.ok) return parsed.refused
      const order = toOrder(found.tool, request, host.version, newJobId)
      await engine.start(order, host)
      const job = await engine.find(order.id)
      if (job === undefined) return host.toLost(order, 'died')
      // Until the caller knows the handle, nobody else can want the work.
      const cancel = () => engine.cancel(order.id).catch(host.onTrouble)
      request.signal.addEventListener('abort', cancel, { once: true })
      const outcome = await wait(job, request)
      request.signal.removeEventListener('abort', cancel)
      return outcome
    },
    async fetch(found, request) {
      const parsed = await parseInput(found, request, parts)
      if (!parsed.ok) return parsed.refused
      // The cast names what the schema of the tool has checked.
      const { job_id: id, wait_seconds: seconds, cancel = false } = parsed.value as ResultInput
      const job = await find(id, request)
      if (job === undefined) return request.refuse('not_found', unknownJob(id))
      const tool = tools.get(job.order.tool)?.tool
      if (tool !== undefined && !hasScopesOf(tool, request)) return request.refuse('forbidden')
      if (cancel) await engine.cancel(id)
      const { waitMs } = request
      return wait(job, {
        ...request,
        signal: request.signal,
        waitMs: seconds === undefined ? waitMs : seconds * 1000,
      })
    },
    find,
    wait,
    cancel: ({ order }) => engine.cancel(order.id),
    work: () => engine.work(host),
    close: (signal) => engine.close(signal),
  }
}

const unknownJob = (id: string) => ({
  message: `There is no job '${id}' of yours.`,
  path: 'job_id',
  hint: 'It may have been kept for as long as it was worth keeping. Call its tool again.',
})

const ownerOf = ({ caller }: Holder) => (caller === undefined ? 'anyone' : `caller:${caller.id}`)

function toOrder(
  tool: AnyTool,
  request: CallRequest,
  version: string,
  newJobId: () => string,
): JobOrder {
  const { id, face, client, caller, isLocal, traceparent, budget, args } = request
  const { maxMs = hourMs, keepMs = dayMs, repeatable } = tool.long === true ? {} : (tool.long ?? {})
  return {
    id: newJobId(),
    version,
    tool: tool.name,
    args,
    owner: ownerOf(request),
    context: compact({ id, face, client, caller, isLocal, traceparent, budget }),
    maxMs,
    keepMs,
    isRepeatable: repeatable ?? tool.effect === 'read',
  }
}
