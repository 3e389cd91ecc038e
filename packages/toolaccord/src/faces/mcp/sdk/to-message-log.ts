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
 * The log of an interactive tool: it writes to the server's log, and to a client that asked for
 * messages. Errors may hold secrets and stay in the server's log.
 */
export function toMessageLog({ mcpReq }: ServerContext, log: Logger): Logger {
  function write(level: LogLevel): Logger[LogLevel] {
    return (message, fields) => {
      log[level](message, fields)
      if (level === 'error') return
      // A client that has gone away needs no messages.
      mcpReq.log(levels[level], message).catch(() => {})
    }
  }
  return {
    trace: write('trace'),
    debug: write('debug'),
    info: write('info'),
    warn: write('warn'),
    error: write('error'),
    // Lines that only the framework writes are made if the server's log wants them.
    isOn: (level) => log.isOn?.(level) ?? true,
  }
}
