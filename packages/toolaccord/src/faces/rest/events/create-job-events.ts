import { hasEnded } from '../../../jobs/has-ended.ts'
import type { Job } from '../../../jobs/job.ts'
import { toEndState } from '../../../jobs/to-end-state.ts'
import type { Outcome } from '../../../outcome/outcome.ts'
import type { JobDesk } from '../../../run/jobs/create-job-desk.ts'
import { fetchOutcome } from './fetch-outcome.ts'
import { describeProgress, progressId, toLastEvent, toProgressEvent } from './to-event.ts'

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
/** A tool may report progress more often than anybody can read. */
const pauseMs = 100

/**
 * Creates the events of a job: how far it is, then its answer. A caller that reads slowly gets
 * fewer events, not older ones.
 */
export function createJobEvents(init: JobEventsInit): JobEvents {
  const { desk, find, writeEnd, onEnd, onTrouble } = init
  const encoder = new TextEncoder()
  let seen = init.job
  const { lastSeen } = init
  /** What the caller was told last of how far the job is. */
  let told = hasEnded(init.job) ? describeProgress(init.job) : undefined
  let hasEndedJob = false
  /** The last event, once it is written. */
  let last: string | undefined
  let isOver = false
  let controller: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>
  let unwatch = (): void => {}
  let heartbeat: ReturnType<typeof setInterval> | undefined
  let pause: ReturnType<typeof setTimeout> | undefined

  function take(now: Job): void {
    if (isOver || hasEndedJob) return
    if (hasEnded(now)) {
      hasEndedJob = true
      // Its last step may have come since, and the caller is to see that it was made.
      seen = { ...seen, progress: now.progress }
      answer(now).catch(fail)
      return
    }
    if (now.changedAt < seen.changedAt) return
    seen = now
    flush()
  }

  async function answer(job: Job): Promise<void> {
    const outcome = await fetchOutcome(desk, job)
    last = toLastEvent(toEndState(job, outcome), await writeEnd(outcome))
    flush()
  }

  /** Sends what is due, if the caller has read what was sent before. */
  function flush(): void {
    if (isOver || !hasRoom()) return
    if (last !== undefined) {
      // First, because a reader that waits asks for more while it is sent.
      stop()
      tellProgress()
      send(last)
      controller.close()
    } else if (pause === undefined && tellProgress()) {
      pause = setTimeout(goOn, pauseMs)
    }
  }

  /** Sends how far the job is, if the caller does not know; a checkpoint alone is not progress. */
  function tellProgress(): boolean {
    const text = describeProgress(seen)
    const isKnown = told === undefined ? lastSeen === progressId(seen) : text === told
    told = text
    if (isKnown) return false
    send(toProgressEvent(seen))
    return true
  }

  function goOn(): void {
    pause = undefined
    flush()
  }

  const hasRoom = (): boolean => (controller.desiredSize ?? 0) > 0

  function send(text: string): void {
    controller.enqueue(encoder.encode(text))
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
    clearTimeout(pause)
    onEnd()
  }

  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(given) {
      controller = given
      send(`retry: ${retryMs}\n\n`)
      unwatch = desk.watch(init.job, take)
      heartbeat = setInterval(() => {
        if (hasRoom()) send(':\n\n')
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
