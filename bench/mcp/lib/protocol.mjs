// Requests of both protocol eras.

export const modern = '2026-07-28'
export const legacy = '2025-11-25'

/** The three calls that are measured. */
export const calls = {
  small: { name: 'echo_small', arguments: { name: 'Ada Lovelace', count: 42, tags: ['a', 'b'] } },
  rows: { name: 'list_rows', arguments: { limit: 500 } },
  fail: { name: 'fail', arguments: {} },
}

const clientInfo = { name: 'bench', version: '1.0.0' }
const requestMeta = {
  'io.modelcontextprotocol/protocolVersion': modern,
  'io.modelcontextprotocol/clientInfo': clientInfo,
  'io.modelcontextprotocol/clientCapabilities': {},
}

export const handshake = { protocolVersion: legacy, capabilities: {}, clientInfo }

export function toMessage(era, id, method, given = {}) {
  const params = era === modern ? { _meta: requestMeta, ...given } : given
  return JSON.stringify({ jsonrpc: '2.0', id, method, params })
}

export function toHeaders(era, method, { name } = {}, session = undefined) {
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  }
  if (method !== 'initialize') headers['mcp-protocol-version'] = era
  if (era === modern) headers['mcp-method'] = method
  if (era === modern && name !== undefined) headers['mcp-name'] = name
  if (session !== undefined) headers['mcp-session-id'] = session
  return headers
}
