import type { Job } from '../../../jobs/job.ts'
import type { EndState } from '../../../jobs/to-end-state.ts'
import { toPending } from '../../../jobs/to-pending.ts'

/** The media type of server-sent events. */
export const eventType = 'text/event-stream'

/** The id of the last event of a stream. Whoever has seen it needs no further stream. */
export const lastEventId = 'end'

/** The id of the event that tells how far a job is. */
export const progressId = ({ changedAt, attempts, progress }: Job): string =>
  [attempts, changedAt, progress?.done ?? 0].join('-')

/** How far a job is, as the data of an event. */
export const describeProgress = (job: Job): string => JSON.stringify(toPending(job).data)

/** How far a job is, as a server-sent event. */
export const toProgressEvent = (job: Job): string =>
  toEvent('progress', progressId(job), describeProgress(job))

/** The answer of a job, as a server-sent event that is named after how the job ended. */
export const toLastEvent = (state: EndState, envelope: string): string =>
  toEvent(state, lastEventId, envelope)

function toEvent(name: string, id: string, text: string): string {
  const data = text.split('\n').map((line) => `data: ${line}`)
  return [`event: ${name}`, `id: ${id}`, ...data, '', ''].join('\n')
}
