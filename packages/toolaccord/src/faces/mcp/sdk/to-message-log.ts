import type { ServerContext } from '@modelcontextprotocol/server'
import type { LogLevel, Logger } from '../../../log/log.ts'

/** The protocol's names for our levels. */
const levels = {
  trace: 'debug',
  debug: 'debug',
  info: 'info',
  warn: 'warning',
  error: 'error',
} as const

/**
 * The log of an interactive tool: to the server's log, and to a client that asked for messages.
 * Errors stay here: they may hold secrets.
 */
export function toMessageLog({ mcpReq }: ServerContext, log: Logger): Logger {
  const write =
    (level: LogLevel): Logger[LogLevel] =>
    (message, fields) => {
      log[level](message, fields)
      if (level !== 'error') void mcpReq.log(levels[level], message).catch(() => {})
    }
  return {
    trace: write('trace'),
    debug: write('debug'),
    info: write('info'),
    warn: write('warn'),
    error: write('error'),
  }
}
