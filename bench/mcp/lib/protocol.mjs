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

export const toMessage = (era, id, method, params = {}) =>
  JSON.stringify({
    jsonrpc: '2.0',
    id,
    method,
    params: era === modern ? { _meta: requestMeta, ...params } : params,
  })

export const toHeaders = (era, method, { name } = {}, session = undefined) => ({
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
  ...(method !== 'initialize' && { 'mcp-protocol-version': era }),
  ...(era === modern && { 'mcp-method': method }),
  ...(era === modern && name !== undefined && { 'mcp-name': name }),
  ...(session !== undefined && { 'mcp-session-id': session }),
})
