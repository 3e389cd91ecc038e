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

/** The `_meta` key of notes that an envelope has no field for. */
export const notesKey = 'dev.toolaccord/notes'
/** The `_meta` key of the dialect that a caller asks for. */
export const dialectKey = 'dev.toolaccord/dialect'
/** The `_meta` key of the request id that a caller gives. */
export const requestIdKey = 'dev.toolaccord/request-id'
/** The `_meta` key of the tokens that an answer may have. */
export const budgetKey = 'dev.toolaccord/budget'
/** The `_meta` key of the time that a call may take, in milliseconds. */
export const timeoutKey = 'dev.toolaccord/timeout'
/** The `_meta` key of the idempotency key, under which a retried call does not run twice. */
export const idempotencyKeyKey = 'dev.toolaccord/idempotency-key'

/** How long a client may keep a list, and with whom it may share it. */
export const cacheHints = { ttlMs: 0, cacheScope: 'private' } as const
