import { pino } from 'pino'
import { type RedactOptions, createRedactor } from '../../log/create-redactor.ts'
import {
  type LogThreshold,
  chooseLogLevel,
  isSet,
  logLevelVariable,
  toLevelCheck,
} from '../../log/log-level.ts'
import { type Logger, toWriters } from '../../log/log.ts'
import { renameOwn } from '../../log/rename-own.ts'
import { type LogStream, createDestination } from './create-destination.ts'

/** The options of a log; the environment overrides level and file. */
export interface LogOptions {
  /** Default: `info`. `TOOLACCORD_LOG_LEVEL` overrides it. */
  readonly level?: LogThreshold | undefined
  /** Appended to instead of stderr. `TOOLACCORD_LOG_FILE` overrides it. */
  readonly file?: string | undefined
  /** Default: `pretty` if stderr is a terminal, else `json`. */
  readonly format?: 'json' | 'pretty' | undefined
  /** More to redact, as `args.card.number`; `*` matches any one name or index. */
  readonly redact?: readonly string[] | undefined
  /** How much of one entry is kept. */
  readonly limits?: RedactOptions['limits'] | undefined
  /** Default: the environment of the process. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined
  /** Default: stderr. */
  readonly stream?: LogStream | undefined
  /** Milliseconds since the epoch. Default: the clock. */
  readonly now?: (() => number) | undefined
}

/** A log of redacted lines, never on stdout. */
export interface Log extends Logger {
  fatal(message: string, fields?: Readonly<Record<string, unknown>>): void
  /** True if lines of a level are written. */
  isOn(level: Exclude<LogThreshold, 'silent'>): boolean
  /** Resolves when everything is written. */
  flush(): Promise<void>
}

type Write = Log['info']

/**
 * Creates a log that writes one redacted line of JSON per entry to stderr or a file, and text that
 * is easy to read to a terminal.
 *
 * @example
 *   import { createLog } from 'toolaccord/log'
 *
 *   const log = createLog({ level: 'debug', redact: ['args.card.number'] })
 *   log.info('ready', { port: 3000 })
 */
export function createLog(options: LogOptions = {}): Log {
  const { format, redact, limits, env = process.env, stream, now = Date.now } = options
  const level = chooseLogLevel(env[logLevelVariable], options.level ?? 'info')
  const file = isSet(env.TOOLACCORD_LOG_FILE) ? env.TOOLACCORD_LOG_FILE : options.file
  const redactor = createRedactor({ paths: redact, limits })
  const destination = createDestination({ file, stream, format, colors: !isSet(env.NO_COLOR) })
  const log = pino(
    {
      level,
      base: undefined,
      messageKey: 'message',
      timestamp: () => `,"time":"${new Date(now()).toISOString()}"`,
      formatters: { level: (label) => ({ level: label }) },
    },
    destination,
  )
  const isOn: Log['isOn'] = toLevelCheck(level)
  function writeAt(at: Exclude<LogThreshold, 'silent'>): Write {
    if (!isOn(at)) return () => {}
    return (message, fields = {}) => {
      log[at](renameOwn(redactor.fields(fields)), redactor.text(String(message)))
    }
  }
  return {
    ...toWriters(writeAt),
    fatal: writeAt('fatal'),
    isOn,
    // Every line is written before its call returns, so there is nothing to wait for.
    flush: async () => {},
  }
}
