// A server over stdio: started, asked one request at a time, or kept busy with many.
import { cpuTime, launchServer, stop } from './processes.mjs'
import { handshake, legacy, toMessage } from './protocol.mjs'
import { within } from './within.mjs'

const newline = 10
const firstId = 1_000_000
/** More than are ever in flight, so that their ids are unique there. */
const preparedRequests = 4096

export async function startStdio(server, options = {}) {
  const { child, log } = launchServer(server, { ...options, transport: 'stdio' })
  const { stdin, stdout } = child
  // That a server has ended is seen from its exit.
  stdin.on('error', () => {})

  async function ask(method, params) {
    stdin.write(`${toMessage(server.era, firstId, method, params)}\n`)
    const chunks = []
    while (chunks.at(-1)?.at(-1) !== newline)
      chunks.push(await within(10, `${server.id}, ${method}`, nextChunk()))
    const line = Buffer.concat(chunks)
    return { bytes: line.length - 1, message: JSON.parse(line) }
  }

  function nextChunk() {
    return new Promise((resolve, reject) => {
      const end = () => reject(new Error(`${server.id} ended: ${log.text}`))
      child.once('exit', end)
      stdout.once('data', (chunk) => {
        child.off('exit', end)
        resolve(chunk)
      })
    })
  }

  /**
   * Every answer is followed by the next call; prepared bytes and counted lines keep the client
   * cheap.
   */
  async function load(params, { inFlight, seconds }) {
    const toLine = (_, index) =>
      Buffer.from(`${toMessage(server.era, firstId + index, 'tools/call', params)}\n`)
    const requests = Array.from({ length: preparedRequests }, toLine)
    const counts = { sent: 0, received: 0, bytes: 0 }
    const send = (count) => {
      for (let i = 0; i < count; i++) stdin.write(requests[counts.sent++ % preparedRequests])
    }
    const cpuBefore = cpuTime(child.pid)
    const start = performance.now()
    const answered = new Promise((resolve) => {
      const receive = (chunk) => {
        const lines = countLines(chunk)
        counts.received += lines
        counts.bytes += chunk.length
        if (performance.now() - start < seconds * 1000) send(lines)
        else if (counts.received === counts.sent) {
          stdout.off('data', receive)
          resolve()
        }
      }
      stdout.on('data', receive)
      send(inFlight)
    })
    await within(seconds + 10, `${server.id} under load`, answered)
    const elapsed = (performance.now() - start) / 1000
    const { received, bytes } = counts
    return {
      calls: received,
      rate: received / elapsed,
      cpu: (cpuTime(child.pid) - cpuBefore) / received,
      bytes: bytes / received,
    }
  }

  if (server.era === legacy) {
    await ask('initialize', handshake)
    stdin.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n')
  }
  return { server, ask, load, stop: () => stop(child) }
}

function countLines(chunk) {
  let lines = 0
  for (let at = chunk.indexOf(newline); at !== -1; at = chunk.indexOf(newline, at + 1)) lines++
  return lines
}
