// What a client says about itself.

const prefix = 'io.modelcontextprotocol/'

/** The name, revision and capabilities of the client, and how it says so. */
export function readClient(wire) {
  const sent = wire.filter(({ from, message }) => from === 'client' && message !== undefined)
  const call = sent.find(({ message }) => message.method === 'tools/call')
  const meta = call?.message.params._meta ?? {}
  const handshake = sent.find(({ message }) => message.method === 'initialize')?.message.params
  const { name, version } = handshake?.clientInfo ?? meta[`${prefix}clientInfo`] ?? {}
  return {
    name,
    version,
    revision: handshake?.protocolVersion ?? meta[`${prefix}protocolVersion`],
    capabilities: handshake?.capabilities ?? meta[`${prefix}clientCapabilities`],
    isInEveryRequest: `${prefix}clientInfo` in meta,
    wantsProgress: 'progressToken' in meta,
    headers: toHeaders(call?.headers),
  }
}

/** The headers that tell clients apart. */
function toHeaders(headers) {
  if (headers === undefined) return undefined
  const { 'user-agent': userAgent, 'mcp-protocol-version': revision } = headers
  return { userAgent, revision }
}
