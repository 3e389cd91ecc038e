import { once } from 'node:events'
import { createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'

/** Headers that belong to one connection, or that `fetch` sets or undoes. */
const ownHeaders = new Set([
  'connection',
  'content-encoding',
  'content-length',
  'host',
  'keep-alive',
  'transfer-encoding',
])

/**
 * Creates a proxy on 127.0.0.1 before a server at an address. It hands every message of both sides
 * to `note`, with the headers of the client's.
 */
export async function createHttpTap(address, note) {
  const target = new URL(address)
  const running = new AbortController()

  async function pass(request, response) {
    const url = new URL(request.url, target)
    const body = await buffer(request)
    const headers = withoutOwn(Object.entries(request.headers))
    const { method } = request
    note({ from: 'client', method, headers: request.headers, message: readJson(String(body)) })
    const sent = body.length === 0 ? { method, headers } : { method, headers, body }
    const answer = await fetch(url, { ...sent, signal: running.signal })
    response.writeHead(answer.status, withoutOwn([...answer.headers]))
    await passBody(answer, response)
  }

  async function passBody(answer, response) {
    const isStream = answer.headers.get('content-type')?.startsWith('text/event-stream')
    const decoder = new TextDecoder()
    let text = ''
    for await (const chunk of answer.body ?? []) {
      response.write(chunk)
      text += decoder.decode(chunk, { stream: true })
      if (!isStream) continue
      const events = text.split(/\r?\n\r?\n/)
      text = events.pop()
      for (const event of events) noteEvent(event)
    }
    response.end()
    if (isStream) noteEvent(text)
    else note({ from: 'server', status: answer.status, message: readJson(text) })
  }

  function noteEvent(event) {
    const data = event.split(/\r?\n/).filter((line) => line.startsWith('data:'))
    const message = readJson(data.map((line) => line.slice(5).trimStart()).join('\n'))
    if (message !== undefined) note({ from: 'server', message })
  }

  const server = createServer((request, response) => {
    pass(request, response).catch(() => response.destroy())
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${server.address().port}${target.pathname}`,
    close() {
      running.abort()
      server.close()
      server.closeAllConnections()
    },
  }
}

function withoutOwn(headers) {
  return Object.fromEntries(headers.filter(([name]) => !ownHeaders.has(name)))
}

function readJson(text) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
