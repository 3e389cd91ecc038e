/** The importance of a log line, lowest first. */
export type LogLevel = 'trace' | 'debug' | 'info' | 'warn' | 'error'

/**
 * The log of a server, which callers do not see; any common logger fits. Every call is logged to
 * it.
 *
 * @example
 *   const log: Logger = {
 *     trace: () => {},
 *     debug: () => {},
 *     info: (message, fields) => console.error(message, fields),
 *     warn: (message, fields) => console.error(message, fields),
 *     error: (message, fields) => console.error(message, fields),
 *   }
 */
export interface Logger extends Readonly<
  Record<LogLevel, (message: string, fields?: Readonly<Record<string, unknown>>) => void>
> {
  /**
   * True if lines of a level are written. Without it, every line is made and handed over. A server
   * asks once for `info`: a log that does not want that is not told of calls.
   */
  isOn?(level: LogLevel): boolean
}

const silent = () => {}

/** A log that writes nothing. */
export const silentLog: Logger = {
  trace: silent,
  debug: silent,
  info: silent,
  warn: silent,
  error: silent,
  isOn: () => false,
}

/** The log of a server whose author gives none. */
export interface DefaultLog extends Logger {
  /** True if the environment names its level; a command that nobody asked for a log prints none. */
  readonly isAsked: boolean
}

/** True for a log that no author gave. */
export const isDefaultLog = (log: Logger): log is DefaultLog => 'isAsked' in log

/** A writer of lines for every level. */
export type Writers = Readonly<Record<LogLevel, Logger[LogLevel]>>

/** Makes a writer for every level. */
export const toWriters = (writeAt: (level: LogLevel) => Logger[LogLevel]): Writers => ({
  trace: writeAt('trace'),
  debug: writeAt('debug'),
  info: writeAt('info'),
  warn: writeAt('warn'),
  error: writeAt('error'),
})

/** Returns a log that cannot throw: losing a line is better than losing the answer. */
export function guardLog(log: Logger): Logger {
  const guard =
    (level: LogLevel): Logger[LogLevel] =>
    (message, fields) => {
      try {
        log[level](message, fields)
      } catch {}
    }
  function isOn(level: LogLevel): boolean {
    try {
      return log.isOn?.(level) ?? true
    } catch {
      return true
    }
  }
  return { ...toWriters(guard), isOn }
}
