/** The importance of a log line, lowest first. */
export type LogLevel = 'trace' | 'debug' | 'info' | 'warn' | 'error'

/**
 * The log of a server, which callers do not see; any common logger fits.
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
  /** True if lines of a level are written; asked before work that only a line needs. */
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

/** A log of warnings and errors on stderr, one JSON line each. */
export const consoleLog: Logger = {
  ...silentLog,
  warn: (message, fields) => console.error(toLine('warn', message, fields)),
  error: (message, fields) => console.error(toLine('error', message, fields)),
  isOn: (level) => level === 'warn' || level === 'error',
}

/** Returns a log that cannot throw: losing a line is better than losing the answer. */
export function guardLog(log: Logger): Logger {
  const guard =
    (level: LogLevel): Logger[LogLevel] =>
    (message, fields) => {
      try {
        log[level](message, fields)
      } catch {}
    }
  const isOn = (level: LogLevel) => log.isOn?.(level) ?? true
  return {
    trace: guard('trace'),
    debug: guard('debug'),
    info: guard('info'),
    warn: guard('warn'),
    error: guard('error'),
    isOn,
  }
}

/**
 * Writes one log line as JSON. Errors keep their stack and cause, which belong in the log and
 * nowhere else.
 */
export function toLine(
  level: LogLevel,
  message: string,
  fields: Readonly<Record<string, unknown>> = {},
): string {
  const members = Object.entries({ level, message, ...fields }).map(
    ([key, value]) => `${JSON.stringify(key)}:${toJson(value)}`,
  )
  return `{${members.join()}}`
}

/** Anything can be thrown, and a log that throws would hide it. */
function toJson(value: unknown): string {
  try {
    return JSON.stringify(value, toPlain) ?? JSON.stringify(String(value))
  } catch {
    return '"cannot be written as JSON"'
  }
}

function toPlain(_: string, value: unknown): unknown {
  if (typeof value === 'bigint') return String(value)
  if (!(value instanceof Error)) return value
  const stack = value.stack ?? value.message
  if (value.cause === undefined) return stack
  return { stack, cause: value.cause }
}
