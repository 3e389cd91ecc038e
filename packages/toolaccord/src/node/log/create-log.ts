import { pino } from 'pino'
import { type RedactOptions, createRedactor } from '../../log/create-redactor.ts'
import type { Logger } from '../../log/log.ts'
import { type LogStream, createDestination } from './create-destination.ts'
import { type LogThreshold, chooseLevel, isSet, levelVariable, logThresholds } from './log-level.ts'

/** How and where a server logs; the environment comes before these. */
export interface LogOptions {
  /** Default: `info`. `TOOLACCORD_LOG_LEVEL` overrides it. */
  readonly level?: LogThreshold | undefined
  /** Appended to in the place of stderr. `TOOLACCORD_LOG_FILE` overrides it. */
  readonly file?: string | undefined
  /** Default: `pretty` where stderr is a terminal, else `json`. */
  readonly format?: 'json' | 'pretty' | undefined
  /** More to redact, as `args.card.number`; `*` stands for any one name or index. */
  readonly redact?: readonly string[] | undefined
  /** How much of one entry is kept. */
  readonly limits?: RedactOptions['limits'] | undefined
  /** Default: those of the process. */
  readonly env?: Readonly<Record<string, string | undefined>>
  /** Default: stderr. */
  readonly stream?: LogStream | undefined
  /** Milliseconds since the epoch. Default: the clock. */
  readonly now?: (() => number) | undefined
}

/** A log of redacted lines, never on stdout. */
export interface Log extends Logger {
  fatal(message: string, fields?: Readonly<Record<string, unknown>>): void
  /** Whether a level is written at all. */
  isOn(level: Exclude<LogThreshold, 'silent'>): boolean
  /** Resolves when everything is written. */
  flush(): Promise<void>
}

type Write = Log['info']

/** Names that every line has; a field of such a name must not pass for the line's own. */
const ownNames: ReadonlySet<string> = new Set(['level', 'time', 'message'])

/**
 * One redacted line of JSON per entry on stderr or in a file, or text that is easy to read on a
 * terminal.
 */
export function createLog(options: LogOptions = {}): Log {
  const { format, redact, limits, env = process.env, stream, now = Date.now } = options
  const level = chooseLevel(env[levelVariable], options.level)
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
  const isOn: Log['isOn'] = (asked) => logThresholds.indexOf(asked) >= logThresholds.indexOf(level)
  const writeAt = (at: Exclude<LogThreshold, 'silent'>): Write =>
    isOn(at)
      ? (message, fields = {}) =>
          log[at](renameOwn(redactor.fields(fields)), redactor.text(String(message)))
      : () => {}
  return {
    trace: writeAt('trace'),
    debug: writeAt('debug'),
    info: writeAt('info'),
    warn: writeAt('warn'),
    error: writeAt('error'),
    fatal: writeAt('fatal'),
    isOn,
    // Every line is written before its call returns, so there is nothing to wait for.
    flush: async () => {},
  }
}

function renameOwn(fields: Record<string, unknown>): Record<string, unknown> {
  const names = Object.keys(fields)
  return names.some((name) => ownNames.has(name))
    ? Object.fromEntries(
        names.map((name) => [ownNames.has(name) ? `${name}_` : name, fields[name]]),
      )
    : fields
}
