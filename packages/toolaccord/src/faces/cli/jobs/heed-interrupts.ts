import type { Job } from '../../../jobs/job.ts'
import type { JobDesk } from '../../../run/jobs/create-job-desk.ts'
import type { CliIo } from '../commands/io.ts'
import type { JobReport } from './create-job-report.ts'

/** What the interrupts of a command do to the job that it waits for. */
export interface InterruptedJob {
  readonly desk: JobDesk
  readonly io: CliIo
  readonly report: JobReport
  /** The job as it is now. */
  look(): Promise<Job>
  /** Ends the waiting, and lets the job go on. */
  leave(): Promise<void>
}

/** How long an interrupt waits for a second one before it cancels. */
const againMs = 2000

/**
 * Cancels a job when its user interrupts the command, or leaves it running if they do so twice and
 * it can go on without the command. Returns a function that stops heeding.
 */
export function heedInterrupts({ desk, io, report, look, leave }: InterruptedJob): () => void {
  const { signal, onInterrupt } = io
  let stopHearing = (): void => {}
  let timer: ReturnType<typeof setTimeout> | undefined
  let isOver = false

  /** Resolves to true when the user interrupts again, to false when that takes too long. */
  const hearAgain = () =>
    new Promise<boolean>((resolve) => {
      stopHearing = onInterrupt?.(() => resolve(true)) ?? stopHearing
      timer = setTimeout(() => resolve(false), againMs)
    })

  async function cancel(job: Job): Promise<void> {
    // The next interrupt ends the process.
    stop()
    report.note(`Cancelling ${job.order.tool}.`)
    await desk.cancel(job)
  }

  async function interrupt(): Promise<void> {
    const hearing = hearAgain()
    const job = await look()
    if (isOver) return
    if (onInterrupt === undefined || !canGoOn(job, desk, io)) return cancel(job)
    const seconds = againMs / 1000
    report.note(`It will be cancelled in ${seconds} s. Ctrl-C again leaves it running instead.`)
    const isAgain = await hearing
    if (isOver) return
    if (!isAgain) return cancel(await look())
    stop()
    await leave()
  }

  function stop(): void {
    isOver = true
    clearTimeout(timer)
    stopHearing()
    signal?.removeEventListener('abort', heed)
  }

  function heed(): void {
    interrupt().catch(() => report.note('It could not be cancelled. Ctrl-C ends this command.'))
  }

  signal?.addEventListener('abort', heed, { once: true })
  if (signal?.aborted) heed()
  return stop
}

/** True if another process may go on with a job. */
function canGoOn({ order, state, checkpoint }: Job, desk: JobDesk, io: CliIo): boolean {
  if (!desk.isDurable) return false
  if (!desk.isLocal) return true
  if (io.startWorker === undefined) return false
  return state !== 'running' || checkpoint !== undefined || order.isRepeatable
}
