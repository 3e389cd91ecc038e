import { type IncomingMessage, type Server, type ServerResponse, request } from 'node:http'
import { type Server as SocketServer, createServer } from 'node:net'
import { join } from 'node:path'

/** The processes that serve on one address, as the sessions of one of them see them. */
export interface SessionPeers {
  /** What the ids of the sessions of this process start with. */
  readonly tag: string
  /**
   * Passes a request to the process that has its session. Calls `serveHere` instead if this process
   * has it, or if no process does.
   */
  passOn(call: PassedCall, serveHere: () => void): void
  /** Takes the requests that the others pass on. */
  listen(server: Server): Promise<void>
  close(): void
}

/** A request, and where its answer goes. */
export interface PassedCall {
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

/** Creates the peers of the process with this number; their sockets are in the folder. */
export function createSessionPeers({
  number,
  folder,
}: {
  readonly number: number
  readonly folder: string
}): SessionPeers {
  let door: SocketServer | undefined
  return {
    tag: toTag(number),
    passOn(call, serveHere) {
      const owner = ownerOf(call.request)
      if (owner === undefined || owner === number) return serveHere()
      pass(call, toSocketPath(folder, owner), serveHere)
    },
    async listen(server) {
      // The same limits and rules hold for what is passed on as for what comes from clients.
      door = createServer((socket) => server.emit('connection', socket))
      const listening = door.listen({ path: toSocketPath(folder, number), exclusive: true })
      await new Promise<void>((resolve, reject) => {
        listening.once('listening', resolve)
        listening.once('error', reject)
      })
    },
    close() {
      door?.close()
    },
  }
}

const toTag = (number: number): string => `w${number}.`

/** The number of the process that has opened the session of a request. */
function ownerOf({ headers }: IncomingMessage): number | undefined {
  const id = headers['mcp-session-id']
  const text = /^w(?<number>\d{1,9})\./.exec(String(id))?.groups?.number
  return text === undefined ? undefined : Number(text)
}

function toSocketPath(folder: string, number: number): string {
  if (process.platform !== 'win32') return join(folder, `${number}.sock`)
  // Windows has such sockets in a place of their own.
  return join('\\\\.\\pipe', folder, String(number))
}

/** The headers that are about one connection only. */
const hopHeaders = new Set(['connection', 'keep-alive', 'expect', 'upgrade'])

function withoutHop<Headers extends object>(headers: Headers): Headers {
  const rest = Object.entries(headers).filter(([name]) => !hopHeaders.has(name))
  // The cast holds because only members of optional names are left out.
  return Object.fromEntries(rest) as Headers
}

/** Sends a request to another process, and its answer back as it comes. */
function pass(
  { request: taken, response }: PassedCall,
  socketPath: string,
  serveHere: () => void,
): void {
  const { method, url: path, headers } = taken
  let isConnected = false
  const passed = request({
    socketPath,
    method,
    path,
    headers: withoutHop(headers),
    agent: false,
  })
  passed.once('socket', (socket) => {
    socket.once('connect', () => {
      isConnected = true
      taken.pipe(passed)
    })
  })
  passed.once('response', (answer) => {
    const { 'transfer-encoding': _, ...kept } = withoutHop(answer.headers)
    response.writeHead(answer.statusCode ?? 502, kept)
    // The start of a stream must not wait for its first event.
    response.flushHeaders()
    answer.pipe(response)
    answer.once('error', () => response.destroy())
  })
  passed.on('error', () => {
    if (isConnected || response.destroyed) response.destroy()
    // The process is gone, and its sessions with it.
    else serveHere()
  })
  response.once('close', () => passed.destroy())
}
