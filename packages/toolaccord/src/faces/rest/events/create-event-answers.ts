import { hasEnded } from '../../../jobs/has-ended.ts'
import type { Job } from '../../../jobs/job.ts'
import { isRecord } from '../../../json/json.ts'
import type { Outcome } from '../../../outcome/outcome.ts'
import type { JobDesk } from '../../../run/jobs/create-job-desk.ts'
import type { Server } from '../../../server.ts'
import type { AnswerWriter, RestCall } from '../answers/create-answer-writer.ts'
import { createJobEvents } from './create-job-events.ts'
import { fetchOutcome } from './fetch-outcome.ts'
import { eventType, lastEventId } from './to-event.ts'

/** Answers requests for the events of jobs. */
export interface EventAnswers {
  /** Answers a call of the tool that fetches results. */
  answer(call: Fetching, args: unknown): Promise<Response>
  /** Ends every stream, because the process is about to end; the jobs go on. */
  close(): void
}

/** A call of the tool that fetches results. */
export type Fetching = RestCall & Required<Pick<RestCall, 'route'>>

/** Creates what answers with the events of the jobs of a server. */
export function createEventAnswers(server: Server, writer: AnswerWriter): EventAnswers {
  /** How to end the streams that are open. */
  const open = new Set<() => void>()
  let isClosed = false

  function toResponse(call: RestCall, { desk, job, outcome }: Found): Response {
    const { request, called } = call
    const { order } = job
    const headers = writer.headersOf(call, outcome)
    headers['Cache-Control'] = 'no-store'
    const lastSeen = request.headers.get('last-event-id')
    // A browser comes back until it is told that there is nothing more.
    if (lastSeen === lastEventId && hasEnded(job))
      return new Response(null, { status: 204, headers })
    const { requestId } = outcome.notes
    const events = createJobEvents({
      desk,
      job,
      lastSeen,
      find: () => desk.find(order.id, { ...called, face: 'rest' }),
      async writeEnd(end) {
        const named = { ...end, notes: { ...end.notes, requestId } }
        const { envelope } = await writer.writeCut(call, named)
        return envelope
      },
      onEnd: () => open.delete(events.end),
      onTrouble: (thrown) => server.log.error('the events of a job broke off', { thrown }),
    })
    open.add(events.end)
    // The request may have come just before the end.
    if (isClosed) events.end()
    request.signal.addEventListener('abort', events.end, { once: true })
    // Some proxies keep answers back until there is more of them.
    const sent = { 'Content-Type': eventType, 'X-Accel-Buffering': 'no' }
    return new Response(events.stream, { headers: { ...headers, ...sent } })
  }

  return {
    async answer(call, args) {
      const { called, route } = call
      const { id, asked } = toGlance(args)
      // Policies, limits and the log see one call for the whole stream.
      const outcome = await server.callByName(route.tool.name, asked, called)
      const { jobs: desk } = server
      const job = await desk?.find(id, { ...called, face: 'rest' })
      if (desk === undefined || job === undefined || (await isRefused(desk, job, outcome)))
        return writer.writeOutcome(call, outcome)
      return toResponse(call, { desk, job, outcome })
    },
    close() {
      isClosed = true
      for (const end of open) end()
    },
  }
}

/** A job that a caller may see. */
interface Found {
  readonly desk: JobDesk
  readonly job: Job
  /** What its caller would get without events. */
  readonly outcome: Outcome
}

/** The arguments of a call that does not wait. */
function toGlance(args: unknown): { readonly id: string; readonly asked: unknown } {
  if (!isRecord(args)) return { id: '', asked: args }
  return { id: String(args.job_id), asked: { ...args, wait_seconds: 0 } }
}

/** True if a call was refused, and its failure is not what the job gave. */
async function isRefused(desk: JobDesk, job: Job, outcome: Outcome): Promise<boolean> {
  if (outcome.ok) return false
  if (!hasEnded(job)) return true
  const given = await fetchOutcome(desk, job)
  if (given.ok) return true
  const [{ code, message }] = given.problems
  return outcome.problems[0].code !== code || outcome.problems[0].message !== message
}
