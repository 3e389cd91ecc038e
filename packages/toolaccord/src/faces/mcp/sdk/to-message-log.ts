import type { ServerContext } from '@modelcontextprotocol/server'
import { createRedactor } from '../../../log/create-redactor.ts'
import { type LogLevel, type Logger, toWriters } from '../../../log/log.ts'
import { callMessages } from '../../../policies/create-call-lines.ts'

/** The protocol's names for our levels. */
const levels = {
  trace: 'debug',
  debug: 'debug',
  info: 'info',
  warn: 'warning',
  error: 'error',
} as const

/**
 * The log of an interactive tool: it writes to the server's log, and to the client without secrets.
 * Errors and the lines about calls stay in the server's log.
 */
export function toMessageLog({ mcpReq }: ServerContext, log: Logger): Logger {
  const redactor = createRedactor()
  function write(level: LogLevel): Logger[LogLevel] {
    return (message, fields) => {
      log[level](message, fields)
      if (level === 'error' || callMessages.has(message)) return
      // A client that has gone away needs no messages.
      mcpReq.log(levels[level], redactor.text(message)).catch(() => {})
    }
  }
  return {
    ...toWriters(write),
    // Lines that only the framework writes are made if the server's log wants them.
    isOn: (level) => log.isOn?.(level) ?? true,
  }
}
