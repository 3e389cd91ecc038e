import type { Flag, GivenFlag } from '../../../faces/cli/commands/flags.ts'
import type { UsageProblem } from '../../../faces/cli/commands/to-usage-failure.ts'

/** The flags of `work`. */
export const workFlags: readonly Flag[] = [
  { name: 'once', summary: 'End when no job is left to do.' },
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
}

const usualCloseMs = 10_000
/** The longest that a timer takes. */
const longestMs = 2_147_483_647

/** Reads the flags of `work`. */
export function readWorkFlags(given: readonly GivenFlag[]): {
  readonly request: WorkRequest
  readonly problems: readonly UsageProblem[]
} {
  const texts = new Map(given.map(({ flag, text }) => [flag.name, text]))
  const text = texts.get('close-ms')
  const request = { once: texts.has('once'), closeMs: Number(text ?? usualCloseMs) }
  const isFine = text === undefined || (/^\d+$/.test(text) && Number(text) <= longestMs)
  return { request, problems: isFine ? [] : [badCloseMs(text)] }
}

const badCloseMs = (text: string): UsageProblem => ({
  reason: 'invalid_argument',
  message: `--close-ms must be a number from 0 to ${longestMs}, not '${text}'.`,
})
