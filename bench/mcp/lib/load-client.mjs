// The load generator without wrk: node load-client.mjs <port> <connections> <seconds>. It sends one
// request at a time on each connection.
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'

const [port, connections, seconds] = process.argv.slice(2).map(Number)
const parts = readFileSync(process.env.REQUESTS, 'utf8').split('\u0001')
const latencies = []
const totals = { bytes: 0, errors: 0 }
let id = Number(process.env.FIRST_ID)
let at = 0

function nextRequest() {
  const text = parts[at] + id++ + parts[at + 1]
  at = (at + 2) % parts.length
  return text
}

/** Takes the chunks of one response; true if it is whole, by its length or by its last chunk. */
function createResponse() {
  let received = 0
  let length
  let ending = ''
  return (chunk) => {
    if (received === 0) {
      const headEnd = chunk.indexOf('\r\n\r\n') + 4
      const head = chunk.latin1Slice(0, headEnd)
      if (!head.startsWith('HTTP/1.1 200')) totals.errors++
      const bodyLength = /content-length: *(\d+)/i.exec(head)?.[1]
      if (bodyLength !== undefined) length = headEnd + Number(bodyLength)
    }
    received += chunk.length
    totals.bytes += chunk.length
    if (length !== undefined) return received >= length
    ending = (ending + chunk.subarray(-5).latin1Slice()).slice(-5)
    return ending === '0\r\n\r\n'
  }
}

function callUntil(deadline) {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    let take
    let sentAt
    const send = () => {
      take = createResponse()
      sentAt = performance.now()
      socket.write(nextRequest())
    }
    socket.on('connect', send)
    socket.on('data', (chunk) => {
      if (!take(chunk)) return
      const now = performance.now()
      latencies.push(now - sentAt)
      if (now < deadline) send()
      else socket.destroy()
    })
    socket.on('error', () => totals.errors++)
    socket.on('close', resolve)
  })
}

const start = performance.now()
await Promise.all(Array.from({ length: connections }, () => callUntil(start + seconds * 1000)))
const elapsed = (performance.now() - start) / 1000
latencies.sort((a, b) => a - b)
const percentile = (share) => Math.round(latencies[Math.floor(latencies.length * share)] * 1000)
console.log(
  JSON.stringify({
    calls: latencies.length,
    elapsed,
    ...totals,
    p50: percentile(0.5),
    p99: percentile(0.99),
  }),
)
