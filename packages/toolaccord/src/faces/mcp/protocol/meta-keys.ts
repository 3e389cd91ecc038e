/** The stateless revision: every request says who sends it. */
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

/** The extension by which clients and servers know tasks; both declare it. */
export const tasksExtension = 'io.modelcontextprotocol/tasks'

/** Our key of `_meta` for the notes that an envelope has no field for. */
export const notesKey = 'dev.toolaccord/notes'
/** Our key of `_meta` for the dialect that a caller asks for. */
export const dialectKey = 'dev.toolaccord/dialect'
/** Our key of `_meta` for the request id that a caller gives. */
export const requestIdKey = 'dev.toolaccord/request-id'
/** Our key of `_meta` for the tokens that an answer may have. */
export const budgetKey = 'dev.toolaccord/budget'
/** Our key of `_meta` for a time limit in milliseconds. */
export const timeoutKey = 'dev.toolaccord/timeout'
/** Our key of `_meta` for the key of a call that may be retried. */
export const idempotencyKeyKey = 'dev.toolaccord/idempotency-key'
