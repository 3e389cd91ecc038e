import { hasEnded } from '../../../jobs/has-ended.ts'
import type { Job } from '../../../jobs/job.ts'
import { findPending } from '../../../jobs/to-pending.ts'
import type { Outcome } from '../../../outcome/outcome.ts'
import type { JobDesk } from '../../../run/jobs/create-job-desk.ts'
import type { Server } from '../../../server.ts'
import type { Globals } from '../commands/flags.ts'
import type { CliIo } from '../commands/io.ts'
import { answerAll } from '../questions/call-asking.ts'
import { type JobReport, createJobReport } from './create-job-report.ts'
import { findOwn } from './find-own.ts'
import { heedInterrupts } from './heed-interrupts.ts'
import { nobodyWorks } from './nobody-works.ts'
import { toHandle } from './to-handle.ts'

/** The command line that a job is followed for. */
export interface JobCommand {
  readonly server: Server
  readonly desk: JobDesk
  readonly io: CliIo
  readonly globals: Globals
}

/** What came of following a job. */
export interface Followed {
  readonly outcome: Outcome
  /** True if the user left the job running; the outcome is the handle to it then. */
  readonly isLeft: boolean
}

/**
 * Waits for a job that this command has started: it shows how far the job is, asks its questions,
 * and cancels it if the user interrupts or the time is over.
 */
export async function followJob(job: Job, command: JobCommand): Promise<Followed> {
  const { server, desk, io, globals } = command
  const { timeoutMs } = globals
  const { tool } = job.order
  const report = createJobReport(io, globals)
  const leaving = new AbortController()
  const look = async () => (await findOwn(job.order.id, command)) ?? job

  async function leave(): Promise<void> {
    if (desk.isLocal) {
      await desk.close(AbortSignal.abort())
      io.startWorker?.()
    }
    leaving.abort()
  }

  let isTimeOver = false
  const timer =
    timeoutMs &&
    setTimeout(() => {
      isTimeOver = true
      desk.cancel(job).catch(() => leaving.abort())
    }, timeoutMs)
  const stopHeeding = heedInterrupts({ desk, io, report, look, leave })
  try {
    const outcome = await waitAnswering(job, command, { report, signal: leaving.signal })
    if (isTimeOver && !outcome.ok) {
      const message = `'${tool}' did not answer within ${timeoutMs} ms.`
      return { outcome: server.refuse('timeout', { message }), isLeft: false }
    }
    const isLeft = leaving.signal.aborted
    return { outcome: isLeft ? toHandle(await look()) : outcome, isLeft }
  } finally {
    clearTimeout(timer)
    stopHeeding()
  }
}

/**
 * Waits for a job that goes on without this command: an interrupt and the end of the time only end
 * the waiting.
 */
export async function awaitJob(job: Job, command: JobCommand): Promise<Outcome> {
  const { server, desk, io, globals } = command
  const { timeoutMs } = globals
  const signals = io.signal === undefined ? [] : [io.signal]
  if (timeoutMs !== undefined) signals.push(AbortSignal.timeout(timeoutMs))
  const report = createJobReport(io, globals)
  if (await desk.isLeft(job)) report.note(nobodyWorks('it', command))
  const outcome = await waitAnswering(job, command, { report, signal: AbortSignal.any(signals) })
  if (findPending(outcome) === undefined) return outcome
  const { tool } = job.order
  if (io.signal?.aborted) {
    return server.refuse('cancelled', { message: `The waiting was ended; ${tool} goes on.` })
  }
  const message = `'${tool}' did not end within ${timeoutMs} ms, and goes on.`
  return server.refuse('timeout', { message })
}

interface Waiting {
  readonly report: JobReport
  /** Aborted when the waiting shall end. */
  readonly signal: AbortSignal
}

/** Waits for the end of a job, and asks its questions on the terminal. */
async function waitAnswering(
  job: Job,
  command: JobCommand,
  { report, signal }: Waiting,
): Promise<Outcome> {
  const { server, desk, io } = command
  let last = job
  for (;;) {
    if (!hasEnded(last)) report.begin(last)
    const stopWatching = desk.watch(last, report.change)
    const outcome = await desk
      .wait(last, { signal, onProgress() {}, endsAtQuestion: true })
      .finally(() => {
        stopWatching()
        report.end()
      })
    if (findPending(outcome)?.state !== 'asking' || signal.aborted) return outcome
    last = (await findOwn(job.order.id, command)) ?? last
    if (last.state !== 'asking') continue
    if (io.prompt === undefined) return server.refuse('unanswered', noTerminal)
    await desk.answer(last, await answerAll(last.round?.questions ?? {}, io.prompt))
    last = (await findOwn(job.order.id, command)) ?? last
  }
}

const noTerminal = {
  message: 'The job has a question, and there is no terminal to ask on.',
  hint: 'Run this on a terminal; standard input and standard error must not be redirected.',
}
