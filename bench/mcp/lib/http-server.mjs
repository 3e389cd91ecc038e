// A server over Streamable HTTP: started, asked one request at a time, and described to the load
// generator.
import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import { connect, createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { launchServer, stop } from './processes.mjs'
import { handshake, legacy, toHeaders, toMessage } from './protocol.mjs'
import { within } from './within.mjs'

const idMark = 7_654_321

export async function startHttp(server, options = {}) {
  const port = await freePort()
  const { child, log } = launchServer(server, { ...options, transport: 'http', port })
  await listening(server, child, log, port)
  const session = server.hasSession ? await openSession(port) : undefined
  return {
    server,
    log,
    pid: child.pid,
    port,
    /** The answer to one request, with its size. */
    async ask(method, params) {
      const headers = toHeaders(server.era, method, params, session)
      const body = toMessage(server.era, idMark, method, params)
      const answer = post(port, headers, body)
      const { status, text, isStream } = await within(10, `${server.id}, ${method}`, answer)
      if (status !== 200)
        return { status, bytes: text.length, message: { error: { code: status, message: text } } }
      const json = isStream ? /^data: *(.+)$/m.exec(text)[1] : text
      return { status, bytes: Buffer.byteLength(json), message: JSON.parse(json) }
    },
    /** The bytes of one request, before and after its id. */
    toRequest(method, params) {
      const body = toMessage(server.era, idMark, method, params)
      const headers = {
        host: `127.0.0.1:${port}`,
        ...toHeaders(server.era, method, params, session),
        'content-length': Buffer.byteLength(body),
      }
      const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
      const request = ['POST /mcp HTTP/1.1', ...lines, '', body].join('\r\n')
      return request.split(String(idMark))
    },
    stop: () => stop(child),
  }
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  await new Promise((resolve) => server.close(resolve))
  return port
}

async function listening(server, child, log, port) {
  const deadline = Date.now() + 60_000
  while (child.exitCode === null && Date.now() < deadline) {
    if (await accepts(port)) return
    await sleep(50)
  }
  await stop(child)
  throw new Error(`${server.id} does not listen: ${log.text}`)
}

async function accepts(port) {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}

async function openSession(port) {
  const initialize = toMessage(legacy, 0, 'initialize', handshake)
  const { headers } = await post(port, toHeaders(legacy, 'initialize'), initialize)
  const session = headers['mcp-session-id']
  const initialized = '{"jsonrpc":"2.0","method":"notifications/initialized"}'
  const own = toHeaders(legacy, 'notifications/initialized', {}, session)
  await post(port, own, initialized)
  return session
}

async function post(port, headers, body) {
  const withLength = { ...headers, 'content-length': Buffer.byteLength(body) }
  const request = httpRequest({
    host: '127.0.0.1',
    port,
    path: '/mcp',
    method: 'POST',
    agent: false,
    headers: withLength,
  }).end(body)
  const [response] = await once(request, 'response')
  const text = Buffer.concat(await response.toArray()).toString()
  const isStream = response.headers['content-type']?.startsWith('text/event-stream') ?? false
  return { status: response.statusCode, headers: response.headers, text, isStream }
}
