import { type Server as SdkServer, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server'

/** Connections of 2025-era clients over HTTP, by session id. */
export interface Sessions {
  /** Answers a request that opens or belongs to a session. */
  fetch(request: Request, parsedBody: unknown): Promise<Response>
  close(): Promise<void>
}

/** More would let callers fill the memory by opening sessions; the one idle longest makes room. */
const maxSessions = 1000

export function createSessions(createServer: () => SdkServer, newId: () => string): Sessions {
  const transports = new Map<string, WebStandardStreamableHTTPServerTransport>()

  async function open(): Promise<WebStandardStreamableHTTPServerTransport> {
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: newId,
      onsessioninitialized: (id) => void transports.set(id, transport),
      onsessionclosed: (id) => void transports.delete(id),
    })
    await createServer().connect(transport)
    const [oldest] = transports
    if (transports.size >= maxSessions && oldest !== undefined) await end(...oldest)
    return transport
  }

  async function end(id: string, transport: WebStandardStreamableHTTPServerTransport): Promise<void> {
    transports.delete(id)
    await transport.close()
  }

  return {
    async fetch(request, parsedBody) {
      const id = request.headers.get('mcp-session-id')
      const known = id === null ? await open() : transports.get(id)
      if (known === undefined) return Response.json({ jsonrpc: '2.0', id: null, error: { code: -32_001, message: 'Session not found' } }, { status: 404 })
      // Moved to the end, so that the first of the map is the one idle longest.
      if (id !== null) transports.delete(id)
      if (id !== null) transports.set(id, known)
      return known.handleRequest(request, { parsedBody })
    },
    async close() {
      await Promise.all([...transports].map((session) => end(...session)))
    },
  }
}
