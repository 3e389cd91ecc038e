import { createRedactor } from './create-redactor.ts'
import { type LogThreshold, toLevelCheck } from './log-level.ts'
import { type LogLevel, type Logger, toWriters } from './log.ts'
import { renameOwn } from './rename-own.ts'

/** What a log of lines writes. */
export interface LineLogOptions {
  /** Default: `trace`. */
  readonly level?: LogThreshold | undefined
  /** Milliseconds since the epoch, for the time of each line. Default: lines have no time. */
  readonly now?: (() => number) | undefined
}

/** Creates a log that gives `write` one redacted line of JSON per entry, without a line break. */
export function createLineLog(
  write: (line: string) => void,
  { level: threshold = 'trace', now }: LineLogOptions = {},
): Required<Logger> {
  const redactor = createRedactor()
  const isOn = toLevelCheck(threshold)

  function writeAt(level: LogLevel): Logger[LogLevel] {
    if (!isOn(level)) return () => {}
    return (message, fields = {}) => {
      const time = now && new Date(now()).toISOString()
      const own = { level, time, message: redactor.text(String(message)) }
      write(JSON.stringify({ ...own, ...renameOwn(redactor.fields(fields)) }))
    }
  }

  return { ...toWriters(writeAt), isOn }
}
