import { mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { isatty } from 'node:tty'
import { type DestinationStream, pino } from 'pino'
import { prettyFactory } from 'pino-pretty'

/** Where lines go in the place of stderr. */
export interface LogStream {
  write(text: string): unknown
  readonly isTTY?: boolean
}

export interface DestinationOptions {
  readonly file?: string
  readonly stream?: LogStream
  /** Default: `pretty` on a terminal, `json` elsewhere and in files. */
  readonly format?: 'json' | 'pretty'
  readonly colors: boolean
}

const stderr = 2
/** What is kept for a disk that is full or a reader that is slow; lines beyond it are dropped. */
const unwrittenBytes = 4_194_304

/**
 * Takes lines of JSON and writes each before it returns, so that none is lost when the process
 * ends.
 */
export function createDestination({
  file,
  stream,
  format,
  colors,
}: DestinationOptions): DestinationStream {
  const isTerminal =
    file === undefined && (stream === undefined ? isatty(stderr) : stream.isTTY === true)
  const target =
    stream !== undefined && file === undefined
      ? stream
      : writeAtOnce(file === undefined ? stderr : openLog(file))
  if (format === 'json' || (format === undefined && !isTerminal))
    return { write: (line) => void target.write(line) }
  const toText = prettyFactory({
    colorize: isTerminal && colors,
    messageKey: 'message',
    translateTime: 'SYS:HH:MM:ss.l',
    singleLine: true,
    errorLikeObjectKeys: ['err', 'error', 'thrown', 'cause', 'reason'],
  })
  return { write: (line) => void target.write(toText(line)) }
}

function writeAtOnce(fd: number): LogStream {
  const target = pino.destination({ fd, sync: true, maxLength: unwrittenBytes })
  // Without a listener, a full disk would end the process.
  target.on('error', () => {})
  return target
}

/** Opened for appending, and for its owner only where it is new. */
function openLog(file: string): number {
  try {
    mkdirSync(dirname(file), { recursive: true })
    return openSync(file, 'a', 0o600)
  } catch (cause) {
    throw new Error(
      `The log file ${file} cannot be opened for writing. Name another in the option file or in TOOLACCORD_LOG_FILE, or leave both out to log to stderr.`,
      { cause },
    )
  }
}
