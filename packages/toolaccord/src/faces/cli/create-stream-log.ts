import { type LogLevel, type Logger, toLine } from '../../log/log.ts'
import type { CliOutput } from './commands/io.ts'
import { escapeLine } from './render/escape.ts'

/** Creates a log that writes a line for each entry to a stream, escaped for terminals. */
export function createStreamLog(output: CliOutput): Logger {
  const write =
    (level: LogLevel): Logger[LogLevel] =>
    (message, fields) =>
      output.write(`${escapeLine(toLine(level, message, fields))}\n`)
  return {
    trace: write('trace'),
    debug: write('debug'),
    info: write('info'),
    warn: write('warn'),
    error: write('error'),
  }
}
