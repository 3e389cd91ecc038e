import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { contentSecurityPolicy, createPageEvents, type PageEvents } from '@toolaccord/pages'
import { foundryStyle } from '../src/pages/index.ts'

/** A server of pages for tests. */
export interface PageServer {
  readonly url: string
  readonly events: PageEvents
  /** The pages by their paths; a page that is set again has changed. */
  readonly pages: Map<string, string>
  /** The forms that were sent. */
  readonly posts: { readonly path: string; readonly fields: Record<string, string> }[]
  /** The statuses of the answers to requests for pages. */
  readonly statuses: number[]
  /** False lets requests for events fail, as a proxy may. */
  hasEvents: boolean
  close(): Promise<void>
}

/** Serves pages as a server should: with their policy, with ETags, with events. */
export async function servePages(): Promise<PageServer> {
  const policy = await contentSecurityPolicy({ styles: foundryStyle })
  const node = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.destroy(error as Error))
  })
  await new Promise<void>((resolve) => {
    node.listen(0, '127.0.0.1', resolve)
  })
  // The cast names the address of a server that listens on a port.
  const { port } = node.address() as AddressInfo
  const server: PageServer = {
    url: `http://127.0.0.1:${port}`,
    events: createPageEvents(),
    pages: new Map(),
    posts: [],
    statuses: [],
    hasEvents: true,
    async close() {
      server.events.close()
      node.closeAllConnections()
      await new Promise((resolve) => {
        node.close(resolve)
      })
    },
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '/', server.url)
    if (request.method === 'POST') return take(pathname, request, response)
    if (pathname.startsWith('/events/')) return stream(pathname, response)
    return show(pathname, request, response)
  }

  async function take(path: string, request: IncomingMessage, response: ServerResponse) {
    const fields = Object.fromEntries(new URLSearchParams(await text(request)))
    server.posts.push({ path, fields })
    response.writeHead(303, { Location: path.replace(/\/[^/]*$/, '') }).end()
  }

  function stream(path: string, response: ServerResponse): void {
    if (!server.hasEvents) {
      response.writeHead(404).end()
      return
    }
    const { body, headers, status } = server.events.answer(path)
    response.writeHead(status, Object.fromEntries(headers))
    // The cast is between the streams of the web and those that Node types.
    const readable = body === null ? undefined : Readable.fromWeb(body as never)
    response.on('close', () => readable?.destroy())
    readable?.on('error', () => undefined)
    readable?.pipe(response)
  }

  function show(path: string, request: IncomingMessage, response: ServerResponse): void {
    const page = server.pages.get(path)
    const etag = `"${createHash('sha256')
      .update(page ?? '')
      .digest('hex')}"`
    const status = statusOf(page, request.headers['if-none-match'] === etag)
    server.statuses.push(status)
    response.writeHead(status, {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': policy,
      'Cache-Control': 'no-cache',
      ETag: etag,
    })
    response.end(status === 200 ? page : undefined)
  }

  return server
}

function statusOf(page: string | undefined, isSame: boolean): number {
  if (page === undefined) return 404
  return isSame ? 304 : 200
}
