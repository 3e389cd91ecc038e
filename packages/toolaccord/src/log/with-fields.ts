import { type LogLevel, type Logger, toWriters } from './log.ts'

/** Returns a log whose lines all have these fields; those of a line win. */
export function withFields(log: Logger, own: Readonly<Record<string, unknown>>): Logger {
  const writeAt =
    (level: LogLevel): Logger[LogLevel] =>
    (message, fields) => {
      log[level](message, { ...own, ...fields })
    }
  return { ...toWriters(writeAt), isOn: (level) => log.isOn?.(level) ?? true }
}
