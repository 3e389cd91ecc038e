import { createLineLog } from '../../log/create-line-log.ts'
import { type LogLevel, type Logger, isDefaultLog, toWriters } from '../../log/log.ts'
import type { CliOutput } from './commands/io.ts'
import { escapeLine } from './render/escape.ts'

/** Creates the log of a verbose command: everything is printed, and told to a log of the author. */
export function createVerboseLog(own: Logger, stderr: CliOutput): Logger {
  const printed = createStreamLog(stderr)
  return isDefaultLog(own) ? printed : toBoth(printed, own)
}

/** Creates a log that writes a line for each entry to a stream, escaped for terminals. */
export const createStreamLog = (output: CliOutput): Logger =>
  createLineLog((line) => output.write(`${escapeLine(line)}\n`))

function toBoth(first: Logger, second: Logger): Logger {
  const writeAt =
    (level: LogLevel): Logger[LogLevel] =>
    (message, fields) => {
      first[level](message, fields)
      second[level](message, fields)
    }
  return toWriters(writeAt)
}
