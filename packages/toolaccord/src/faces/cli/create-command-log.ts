import { isDefaultLog } from '../../log/create-default-log.ts'
import { createLineLog } from '../../log/create-line-log.ts'
import { type LogLevel, type Logger, silentLog } from '../../log/log.ts'
import type { CliOutput } from './commands/io.ts'
import { escapeLine } from './render/escape.ts'

/**
 * Creates the log of one command. It writes to the log of the server; if that is there by default,
 * only if the environment asks for it. A verbose command prints everything besides.
 */
export function createCommandLog(own: Logger, stderr: CliOutput, isVerbose: boolean): Logger {
  const isDefault = isDefaultLog(own)
  if (!isVerbose) return isDefault && !own.isAsked ? silentLog : own
  const printed = createStreamLog(stderr)
  return isDefault ? printed : toBoth(printed, own)
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
  return {
    trace: writeAt('trace'),
    debug: writeAt('debug'),
    info: writeAt('info'),
    warn: writeAt('warn'),
    error: writeAt('error'),
  }
}
