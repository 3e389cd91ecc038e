// A server under load: many connections, and one abusive caller at full speed. Another caller's
// small calls must all succeed, and be slowed by little. Prints ratios; times are of one machine.
//
//   node bench/load.mjs [--rounds 3] [--seconds 10] [--connections 1000] [--rows 5000]
//   node bench/load.mjs --soak 10        prints the memory of the server over ten minutes
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { parseArgs } from 'node:util'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '10' },
    connections: { type: 'string', default: '1000' },
    rows: { type: 'string', default: '5000' },
    soak: { type: 'string' },
    server: { type: 'boolean', default: false },
    abuse: { type: 'string' },
  },
})
const keys = { ada: 'ada-key-of-thirty-two-characters', eve: 'eve-key-of-thirty-two-characters' }
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

/** The server, in a process of its own. */
async function serve() {
  const [{ defineServer, defineTool, ok }, auth, archives, fidelity, policies, node, z] =
    await Promise.all([
      import('toolaccord'),
      import('toolaccord/auth'),
      import('toolaccord/archive'),
      import('toolaccord/fidelity'),
      import('toolaccord/policies'),
      import('toolaccord/node'),
      import('zod'),
    ])
  const rows = Array.from({ length: Number(values.rows) }, (_, id) => ({
    id,
    note: `Row ${id} of many`,
  }))
  const tool = (name, effect, output, run) =>
    defineTool({ name, summary: 'Answer.', input: z.object({ n: z.int() }), output, effect, run })
  const small = z.object({ n: z.int() })
  const large = z.object({ n: z.int(), rows: z.array(z.looseObject({ id: z.int() })) })
  const server = defineServer({
    name: 'load',
    version: '1.0.0',
    tools: [
      tool('small', 'read', small, ({ n }) => ok({ n })),
      tool('keep', 'write', small, ({ n }) => ok({ n })),
      tool('large', 'read', large, ({ n }) => ok({ n, rows })),
    ],
    policies: [policies.createIdempotency()],
    fidelity: fidelity.createFidelity({ archive: archives.createMemoryArchive() }),
  })
  const known = await Promise.all(
    Object.entries(keys).map(async ([id, key]) => ({ id, hash: await auth.hashKey(key) })),
  )
  const http = await node.serveHttp(server, {
    port: 0,
    authenticator: auth.createAuthenticator({ keys: known }),
    mcp: { sessions: true },
  })
  process.on('message', () => process.send(process.memoryUsage()))
  process.on('disconnect', () => process.exit(0))
  process.send({ url: http.url })
}

async function start() {
  const child = fork(import.meta.filename, ['--server', '--rows', values.rows], {
    stdio: ['ignore', 'inherit', 'ignore', 'ipc'],
  })
  const [{ url }] = await once(child, 'message')
  async function memory() {
    child.send('memory')
    const [used] = await once(child, 'message')
    return used
  }
  return { child, url, memory }
}

/** Sends one request; resolves to its status, or to the code of an error. */
function send(url, path, asked) {
  const { key, headers, body, agent } = asked
  return new Promise((resolve) => {
    const sent = request(
      url + path,
      {
        method: body === undefined ? 'GET' : 'POST',
        agent,
        headers: {
          Authorization: `Bearer ${key}`,
          'Content-Type': 'application/json',
          Accept: 'application/json, text/event-stream',
          ...headers,
        },
      },
      (response) => {
        response.resume().on('end', () => resolve(response.statusCode))
        response.on('error', ({ code }) => resolve(code))
      },
    )
    sent.on('error', ({ code }) => {
      // The server may end a connection that was idle just when it is used again.
      const isStale = code === 'ECONNRESET' && sent.reusedSocket
      resolve(isStale ? send(url, path, asked) : code)
    })
    sent.end(body && JSON.stringify(body))
  })
}

const call = (id, name) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name, arguments: { n: id } },
})
const handshake = {
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'load', version: '1' },
  },
}

/** What the abusive caller does, each as fast as it is answered. */
const abuses = {
  sessions: (url, n, agent) => send(url, '/mcp', { key: keys.eve, body: handshake, agent }),
  keys: (url, n, agent) =>
    send(url, '/api/keep', {
      key: keys.eve,
      body: { n },
      headers: { 'Idempotency-Key': `eve-${n}` },
      agent,
    }),
  archive: (url, n, agent) =>
    send(url, '/api/large', {
      key: keys.eve,
      body: { n },
      headers: { 'Toolaccord-Budget': '1000' },
      agent,
    }),
  'large answers': (url, n, agent) =>
    send(url, '/mcp', { key: keys.eve, body: call(n, 'large'), agent }),
}

/** Starts the abusive caller in a process of its own, which must not delay the honest caller's. */
async function startAbuse(url) {
  const child = fork(import.meta.filename, ['--abuse', url])
  await once(child, 'message')
  return async () => {
    child.send('stop')
    const [counts] = await once(child, 'message')
    child.disconnect()
    return counts
  }
}

/** The abusive caller: what it does until it is told to stop. */
async function abuseAll(url) {
  const counts = {}
  const over = new AbortController()
  const agent = new Agent({ keepAlive: true })
  const loops = Object.entries(abuses).map(async ([name, abuse]) => {
    for (let n = 0; !over.signal.aborted; n++) {
      const status = await abuse(url, n, agent)
      const label = `${name} ${status}`
      counts[label] = (counts[label] ?? 0) + 1
    }
  })
  const stopDeaf = startDeaf(url)
  process.send('started')
  await once(process, 'message')
  over.abort()
  await Promise.all(loops)
  stopDeaf()
  agent.destroy()
  process.send(counts)
}

/** Clients that ask for large answers and never read; returns how to stop them. */
function startDeaf(url) {
  const sockets = new Set()
  const body = JSON.stringify(call(1, 'large'))
  const timer = setInterval(() => {
    if (sockets.size >= 50) return
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    sockets.add(socket)
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
    socket.write(
      `POST /mcp HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${keys.eve}\r\n` +
        'Content-Type: application/json\r\nAccept: application/json, text/event-stream\r\n' +
        `Content-Length: ${body.length}\r\n\r\n${body}`,
    )
  }, 200)
  return () => {
    clearInterval(timer)
    for (const socket of sockets) socket.destroy()
  }
}

/** The honest caller's calls, one after another; returns their times and how many failed. */
async function callFor(url, seconds) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const times = []
  let failed = 0
  const until = performance.now() + seconds * 1000
  for (let n = 0; performance.now() < until; n++) {
    const before = performance.now()
    const status = await send(url, '/mcp', { key: keys.ada, body: call(n, 'small'), agent })
    times.push(performance.now() - before)
    if (status !== 200) failed += 1
    await pause(2)
  }
  agent.destroy()
  return { times, failed }
}

/** Connections that are open, each with a small call now and then. */
async function openConnections(url, count) {
  const agent = new Agent({ keepAlive: true, maxSockets: count, maxFreeSockets: count })
  const over = new AbortController()
  const failed = []
  const loops = Array.from({ length: count }, async (_, n) => {
    while (!over.signal.aborted) {
      const status = await send(url, '/mcp', { key: keys.ada, body: call(n, 'small'), agent })
      if (status !== 200) failed.push(status)
      // Below the five seconds after which Node ends an idle connection.
      await pause(3000 + Math.random() * 1000)
    }
  })
  return async () => {
    over.abort()
    await Promise.all(loops)
    agent.destroy()
    return failed
  }
}

const p99 = (times) => times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0
const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]
const inMb = (bytes) => `${Math.round(bytes / 1e6)} MB`

async function measure() {
  const { child, url, memory } = await start()
  const count = Number(values.connections)
  const closeConnections = await openConnections(url, count)
  await pause(4000)
  const failed = values.soak === undefined ? await compare(url) : await soak(url, memory)
  const failedBeside = await closeConnections()
  console.log(`${count} connections: ${failedBeside.length} calls failed`, new Set(failedBeside))
  child.disconnect()
  return failed + failedBeside.length > 0 ? 1 : 0
}

/** Rounds with and without the abusive caller, in turn. */
async function compare(url) {
  const ratios = []
  let failed = 0
  for (let round = 1; round <= Number(values.rounds); round++) {
    const alone = await callFor(url, Number(values.seconds))
    const stopAbuse = await startAbuse(url)
    const beside = await callFor(url, Number(values.seconds))
    const counts = await stopAbuse()
    ratios.push(p99(beside.times) / p99(alone.times))
    failed += alone.failed + beside.failed
    console.log(
      `round ${round}: p99 disturbed / undisturbed ${ratios.at(-1).toFixed(2)}, ` +
        `${alone.times.length} and ${beside.times.length} calls, ` +
        `${alone.failed} and ${beside.failed} failed`,
    )
    console.log('  the abusive caller:', counts)
  }
  console.log(`median of p99 disturbed / undisturbed: ${median(ratios).toFixed(2)}`)
  return failed
}

async function soak(url, memory) {
  const stopAbuse = await startAbuse(url)
  const until = performance.now() + Number(values.soak) * 60_000
  let failed = 0
  for (let step = 1; performance.now() < until; step++) {
    failed += (await callFor(url, 10)).failed
    const { rss, heapUsed, external } = await memory()
    console.log(
      `${step * 10} s: rss ${inMb(rss)}, heap ${inMb(heapUsed)}, external ${inMb(external)}, ` +
        `${failed} failed`,
    )
  }
  console.log('the abusive caller:', await stopAbuse())
  return failed
}

if (values.server) await serve()
else if (values.abuse !== undefined) await abuseAll(values.abuse)
else process.exit(await measure())
