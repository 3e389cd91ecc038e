/** The stateless revision: every request tells about itself. */
export const modernVersion = '2026-07-28'

/** The revisions with a handshake, newest first. */
export const legacyVersions: readonly string[] = ['2025-11-25', '2025-06-18', '2025-03-26']

/** Keys of `_meta` that the protocol defines. */
export const metaKeys = {
  version: 'io.modelcontextprotocol/protocolVersion',
  capabilities: 'io.modelcontextprotocol/clientCapabilities',
  clientInfo: 'io.modelcontextprotocol/clientInfo',
  serverInfo: 'io.modelcontextprotocol/serverInfo',
  logLevel: 'io.modelcontextprotocol/logLevel',
  traceparent: 'traceparent',
} as const

/** Keys of `_meta` that are ours. */
export const notesKey = 'dev.toolaccord/notes'
export const dialectKey = 'dev.toolaccord/dialect'
export const requestIdKey = 'dev.toolaccord/request-id'
export const budgetKey = 'dev.toolaccord/budget'
export const timeoutKey = 'dev.toolaccord/timeout'
export const idempotencyKeyKey = 'dev.toolaccord/idempotency-key'

/** How long a client may keep a list, and with whom it may share it. */
export const cacheHints = { ttlMs: 0, cacheScope: 'private' } as const
