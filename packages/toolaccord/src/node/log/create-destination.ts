import { mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { isatty } from 'node:tty'
import { type DestinationStream, pino } from 'pino'
import { prettyFactory } from 'pino-pretty'

/** A stream that takes lines instead of stderr. */
export interface LogStream {
  write(text: string): unknown
  readonly isTTY?: boolean
}

/** The target of log lines, and their form. */
export interface DestinationOptions {
  readonly file?: string | undefined
  /** Written to unless there is a file. Default: stderr. */
  readonly stream?: LogStream | undefined
  /** Default: `pretty` on a terminal, `json` elsewhere and in files. */
  readonly format?: 'json' | 'pretty' | undefined
  readonly colors: boolean
}

const stderr = 2
/** The most that is kept for a full disk or a slow reader; lines beyond it are dropped. */
const maxUnwrittenBytes = 4_194_304

/**
 * Creates a destination for lines of JSON. It writes each before it returns, so that none is lost
 * when the process ends.
 */
export function createDestination(options: DestinationOptions): DestinationStream {
  const { format, colors } = options
  const target = openTarget(options)
  const isTerminal = isTerminalTarget(options)
  if (format === 'json' || (format === undefined && !isTerminal))
    return {
      write(line) {
        target.write(line)
      },
    }
  const toText = prettyFactory({
    colorize: isTerminal && colors,
    messageKey: 'message',
    translateTime: 'SYS:HH:MM:ss.l',
    singleLine: true,
    errorLikeObjectKeys: ['err', 'error', 'thrown', 'cause', 'reason'],
  })
  return {
    write(line) {
      target.write(toText(line))
    },
  }
}

function isTerminalTarget({ file, stream }: DestinationOptions): boolean {
  if (file !== undefined) return false
  return stream === undefined ? isatty(stderr) : stream.isTTY === true
}

function openTarget({ file, stream }: DestinationOptions): LogStream {
  if (file !== undefined) return writeAtOnce(openLog(file))
  return stream ?? writeAtOnce(stderr)
}

function writeAtOnce(fd: number): LogStream {
  const target = pino.destination({ fd, sync: true, maxLength: maxUnwrittenBytes })
  // Without a listener, a full disk would end the process.
  target.on('error', () => {})
  return target
}

/** Opens a file for appending; a new one is for its owner only. */
function openLog(file: string): number {
  try {
    mkdirSync(dirname(file), { recursive: true })
    return openSync(file, 'a', 0o600)
  } catch (cause) {
    throw new Error(
      `The log file ${file} cannot be opened for writing. Name another in the option file ` +
        'or in TOOLACCORD_LOG_FILE, or leave both out to log to stderr.',
      { cause },
    )
  }
}
