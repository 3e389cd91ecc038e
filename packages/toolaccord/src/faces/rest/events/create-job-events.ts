import { hasEnded } from '../../../jobs/has-ended.ts'
import type { Job } from '../../../jobs/job.ts'
import type { Outcome } from '../../../outcome/outcome.ts'
import type { JobDesk } from '../../../run/jobs/create-job-desk.ts'
import { fetchOutcome } from './fetch-outcome.ts'
import { progressId, toLastEvent, toProgressEvent } from './to-event.ts'

/** What the events of a job are made of. */
export interface JobEventsInit {
  readonly desk: JobDesk
  /** The job as it is when the stream begins. */
  readonly job: Job
  /** The id of the event that the caller has seen last, if it comes back. */
  readonly lastSeen: string | null
  /** Looks for the job again. */
  find(): Promise<Job | undefined>
  /** Writes the envelope of what the job gave. */
  writeEnd(outcome: Outcome): Promise<string>
  /** Told once, when nothing more is sent. */
  onEnd(): void
  /** Told of what cannot be told to the caller. */
  onTrouble(thrown: unknown): void
}

/** A stream of events, and how to end it before the job has ended. */
export interface JobEvents {
  readonly stream: ReadableStream<Uint8Array<ArrayBuffer>>
  end(): void
}

/** Proxies end connections that are silent, often after a minute. */
const heartbeatMs = 15_000
/** Browsers come back after so long if the connection breaks. */
const retryMs = 2000

/**
 * Creates the events of a job: how far it is, then its answer. A caller that reads slowly gets
 * fewer events, not older ones.
 */
export function createJobEvents(init: JobEventsInit): JobEvents {
  const { desk, find, writeEnd, onEnd, onTrouble } = init
  const encoder = new TextEncoder()
  let seen = init.job
  let { lastSeen } = init
  /** What is sent when the caller has read what was sent before. */
  let unsent: string | undefined
  let hasAnswer = false
  let isLast = false
  let isOver = false
  let controller: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>
  let unwatch = (): void => {}
  let heartbeat: ReturnType<typeof setInterval> | undefined

  function take(now: Job): void {
    if (isOver || hasAnswer) return
    if (hasEnded(now)) {
      hasAnswer = true
      answer(now).catch(fail)
      return
    }
    const id = progressId(now)
    if (now.changedAt < seen.changedAt || id === lastSeen) return
    seen = now
    lastSeen = id
    send(toProgressEvent(now))
  }

  async function answer(job: Job): Promise<void> {
    const envelope = await writeEnd(await fetchOutcome(desk, job))
    isLast = true
    send(toLastEvent(job, envelope))
  }

  function send(event: string): void {
    unsent = event
    flush()
  }

  function flush(): void {
    if (isOver || (controller.desiredSize ?? 0) <= 0) return
    if (unsent === undefined) return
    const event = encoder.encode(unsent)
    // Before it is sent, because a reader that waits asks for more at once.
    unsent = undefined
    controller.enqueue(event)
    if (isLast) end()
  }

  function fail(thrown: unknown): void {
    onTrouble(thrown)
    end()
  }

  function end(): void {
    if (isOver) return
    stop()
    controller.close()
  }

  function stop(): void {
    if (isOver) return
    isOver = true
    unwatch()
    clearInterval(heartbeat)
    onEnd()
  }

  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(given) {
      controller = given
      controller.enqueue(encoder.encode(`retry: ${retryMs}\n\n`))
      unwatch = desk.watch(init.job, take)
      heartbeat = setInterval(() => {
        if (unsent === undefined) send(':\n\n')
      }, heartbeatMs)
      take(init.job)
      // It may have changed before anybody watched.
      find().then((now) => take(now ?? seen), fail)
    },
    pull: flush,
    cancel: stop,
  })
  return { stream, end }
}
