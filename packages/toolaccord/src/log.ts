export type LogLevel = 'trace' | 'debug' | 'info' | 'warn' | 'error'

/** Where a server writes what is not for callers; any common logger fits. */
export type Logger = { readonly [Level in LogLevel]: (message: string, fields?: Readonly<Record<string, unknown>>) => void }

const silent = () => {}

export const silentLog: Logger = { trace: silent, debug: silent, info: silent, warn: silent, error: silent }

/** Warnings and errors on stderr, one JSON line each. */
export const consoleLog: Logger = {
  ...silentLog,
  warn: (message, fields) => console.error(toLine('warn', message, fields)),
  error: (message, fields) => console.error(toLine('error', message, fields)),
}

/** One log line; errors keep their stack, which belongs in the log and nowhere else. */
export function toLine(level: LogLevel, message: string, fields: Readonly<Record<string, unknown>> = {}): string {
  const plain = Object.entries(fields).map(([key, value]) => [key, value instanceof Error ? (value.stack ?? value.message) : value])
  return JSON.stringify({ level, message, ...Object.fromEntries(plain) })
}
