import type { ServerContext } from '@modelcontextprotocol/server'
import { expect, it, vi } from 'vitest'
import { silentLog } from '../../../log/log.ts'
import { toMessageLog } from './to-message-log.ts'

/** A log of an interactive tool, and what its client and the server get. */
function createFixture() {
  const toClient = vi.fn(async () => {})
  const warn = vi.fn()
  // The cast names the one part of the context that is used.
  const context = { mcpReq: { log: toClient } } as unknown as ServerContext
  const log = toMessageLog(context, { ...silentLog, warn })
  return { log, warn, toClient }
}

it('sends the client messages without secrets and without their fields', () => {
  const { log, warn, toClient } = createFixture()
  log.warn('sent with Bearer abcdefgh12345678', { password: 'hunter2' })
  expect(toClient.mock.calls).toEqual([['warning', 'sent with Bearer [redacted]']])
  expect(warn).toHaveBeenCalledTimes(1)
})

it('sends neither errors nor the lines about calls', () => {
  const { log, toClient } = createFixture()
  log.error('the database is gone')
  log.info('tool ended', { tool: 'ask' })
  log.trace('tool called', { tool: 'ask' })
  expect(toClient).not.toHaveBeenCalled()
})
