import type { Flag, GivenFlag } from '../../../faces/cli/commands/flags.ts'
import type { UsageProblem } from '../../../faces/cli/commands/to-usage-failure.ts'

/** The flags of `work`. */
export const workFlags: readonly Flag[] = [
  { name: 'once', summary: 'End when no job is left to do.' },
  {
    name: 'concurrency',
    placeholder: 'N',
    summary: 'How many jobs run at a time; what the server says if absent.',
  },
  {
    name: 'close-ms',
    placeholder: 'MS',
    summary: 'How long running jobs may go on once it is stopped; 10000 if absent.',
  },
]

/** The command that runs jobs, as help shows it. */
export const workCommand = {
  name: 'work',
  summary: 'Run jobs until stopped: what waits, and what processes that died have left.',
  flags: workFlags,
} as const

/** What the flags of `work` ask for. */
export interface WorkRequest {
  readonly once: boolean
  readonly closeMs: number
  /** How many jobs run at a time. Default: what the server says. */
  readonly concurrency?: number | undefined
}

const usualCloseMs = 10_000
/** The longest that a timer takes. */
const longestMs = 2_147_483_647
/** More at a time would only take turns. */
const mostJobs = 1000

/** Reads the flags of `work`. */
export function readWorkFlags(given: readonly GivenFlag[]): {
  readonly request: WorkRequest
  readonly problems: readonly UsageProblem[]
} {
  const texts = new Map(given.map(({ flag, text }) => [flag.name, text]))
  const closeText = texts.get('close-ms') ?? String(usualCloseMs)
  const countText = texts.get('concurrency')
  const problems: UsageProblem[] = []
  if (!isNumber(closeText, 0, longestMs)) {
    problems.push(badNumber('--close-ms', closeText, `0 to ${longestMs}`))
  }
  if (countText !== undefined && !isNumber(countText, 1, mostJobs)) {
    problems.push(badNumber('--concurrency', countText, `1 to ${mostJobs}`))
  }
  const concurrency = countText === undefined ? undefined : Number(countText)
  const request = { once: texts.has('once'), closeMs: Number(closeText), concurrency }
  return { request, problems }
}

const isNumber = (text: string, least: number, most: number): boolean =>
  /^\d+$/.test(text) && Number(text) >= least && Number(text) <= most

const badNumber = (flag: string, text: string, range: string): UsageProblem => ({
  reason: 'invalid_argument',
  message: `${flag} must be a number from ${range}, not '${text}'.`,
})
