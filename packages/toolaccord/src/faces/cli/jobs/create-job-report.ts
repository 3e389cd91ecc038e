import type { Progress } from '../../../define/call.ts'
import type { Job } from '../../../jobs/job.ts'
import { sameJson } from '../../../json/json.ts'
import type { Globals } from '../commands/flags.ts'
import type { CliIo, CliOutput } from '../commands/io.ts'
import { createProgressBar, toBar } from '../render/create-progress-bar.ts'
import { escapeLine, toJsonLine } from '../render/escape.ts'

/** Shows how a job goes, to people or to programs. */
export interface JobReport {
  /** Shows a job, and goes on showing how long it takes. */
  begin(job: Job): void
  /** Shows what changed. */
  change(job: Job): void
  /** Says something that is not about the work. */
  note(text: string): void
  /** Shows nothing more, until it begins again. */
  end(): void
}

/** How often a terminal shows the time. */
const tickMs = 1000

/** Creates the report that the streams and the global flags ask for. */
export function createJobReport(io: CliIo, { format, quiet, verbose }: Globals): JobReport {
  if (quiet) return silentReport
  const { stdout, stderr } = io
  if (format === 'ndjson') return createEventReport(stdout)
  const isForPeople = format === 'human' && stderr.isTTY === true && !verbose
  return isForPeople ? createBarReport(stderr) : createEventReport(stderr)
}

const silentReport: JobReport = { begin() {}, change() {}, note() {}, end() {} }

/** Writes an event per line. */
function createEventReport(output: CliOutput): JobReport {
  let shown: string | undefined
  let last: Progress | undefined
  const write = (event: object) => output.write(toJsonLine(event))

  function change(job: Job): void {
    const { order, progress, createdAt } = job
    if (progress === undefined || sameJson(progress, last)) return
    last = progress
    write({ event: 'progress', job_id: order.id, ...progress, elapsed_ms: elapsedMs(createdAt) })
  }

  return {
    begin(job) {
      const { id, tool } = job.order
      if (shown !== id) write({ event: 'job', job_id: id, tool, state: job.state })
      shown = id
      change(job)
    },
    change,
    note: (message) => write({ event: 'note', message }),
    end() {},
  }
}

/** Draws one line again and again. */
function createBarReport(stderr: CliOutput): JobReport {
  const bar = createProgressBar(stderr)
  let current: Job | undefined
  let timer: ReturnType<typeof setInterval> | undefined

  function draw(): void {
    if (current !== undefined) bar.show(toLine(current))
  }
  function change(job: Job): void {
    // What comes after the end must not be drawn over the answer.
    if (current === undefined) return
    current = job
    draw()
  }
  return {
    begin(job) {
      current = job
      clearInterval(timer)
      timer = setInterval(draw, tickMs)
      draw()
    },
    change,
    note(text) {
      bar.clear()
      stderr.write(`note: ${escapeLine(text)}\n`)
      draw()
    },
    end() {
      clearInterval(timer)
      current = undefined
      bar.clear()
    },
  }
}

function toLine({ createdAt, progress, order, state }: Job): string {
  const time = toClock(elapsedMs(createdAt))
  if (progress === undefined) return `${time} ${order.tool} is ${state}`
  return `${time} ${toBar(progress)}`
}

/** Another machine may have taken the job, whose clock may be ahead. */
const elapsedMs = (since: number): number => Math.max(0, Date.now() - since)

/** Writes a time as people read it: `0:07`, `1:02:03`. */
export function toClock(ms: number): string {
  const seconds = Math.floor(ms / 1000)
  const two = (number: number) => String(number).padStart(2, '0')
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  const rest = two(seconds % 60)
  return hours === 0 ? `${minutes}:${rest}` : `${hours}:${two(minutes)}:${rest}`
}
