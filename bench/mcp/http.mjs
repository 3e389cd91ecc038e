// Streamable HTTP: a small call, a failing one and one of 100 KB, and the latency of many clients.
import { startHttp } from './lib/http-server.mjs'
import { generator, load } from './lib/load.mjs'
import { calls } from './lib/protocol.mjs'
import { atLeast, atMost } from './lib/report.mjs'
import { measureRounds } from './lib/rounds.mjs'

const cells = [
  { name: 'small', kind: 'small', connections: 16 },
  { name: 'fail', kind: 'fail', connections: 16 },
  { name: 'rows', kind: 'rows', connections: 16 },
  { name: 'small at 64', kind: 'small', connections: 64 },
]

function run(one, { kind, connections }, seconds) {
  const requests = [one.toRequest('tools/call', calls[kind])]
  return load(one, requests, { connections, seconds })
}

export async function measureHttp({ servers, pace, say }) {
  const samples = await measureRounds({
    servers,
    cellsOf: () => cells,
    pace,
    say,
    start: startHttp,
    run,
  })
  const { speed, ratio } = samples
  const peers = servers.filter(({ isPeer }) => isPeer)
  const bestPeer = (cell) =>
    peers.reduce((best, peer) => (speed(cell, peer.id, best.id) > 1 ? peer : best))
  const bestSmall = bestPeer('small')
  const bestFail = bestPeer('fail')

  /** A target of speed; `than` is the server that Toolaccord is compared with. */
  const faster = ({ what, cell, id = 'toolaccord' }, { limit, of, than }) => {
    const value = speed(cell, id, than)
    return atLeast({ what, limit, of, value, byCpu: samples.speedByCpu(cell, id, than) })
  }
  const small = { what: 'small call, 2026-07-28, 16 connections', cell: 'small' }
  const failing = { what: 'failing call, the same', cell: 'fail' }
  const large = { what: '100 KB answer', cell: 'rows' }
  const old = { what: 'small call, 2025-11-25', cell: 'small', id: 'toolaccord-2025' }
  const latency = ratio('small at 64', 'toolaccord', 'floor', 'p99')
  const sameEra = '× official SDK 2.x, same era'
  const targets = [
    faster(small, { limit: 12, of: '× official SDK 2.x', than: 'sdk2' }),
    faster(small, { limit: 6, of: `× best peer: ${bestSmall.label}`, than: bestSmall.id }),
    faster(small, { limit: 0.7, of: 'of bare', than: 'bare' }),
    faster(failing, { limit: 12, of: '× official SDK 2.x', than: 'sdk2' }),
    faster(failing, { limit: 6, of: `× best peer: ${bestFail.label}`, than: bestFail.id }),
    faster(failing, { limit: 0.7, of: 'of bare', than: 'bare' }),
    faster(large, { limit: 1.7, of: '× official SDK 2.x', than: 'sdk2' }),
    faster(large, { limit: 0.9, of: 'of the floor', than: 'floor' }),
    atMost({ what: 'p99, 64 connections', limit: 2, of: "× the floor's", value: latency }),
    faster(old, { limit: 10, of: sameEra, than: 'sdk2-2025' }),
    faster(old, { limit: 10, of: `${sameEra}, sessions`, than: 'sdk2-sessions' }),
  ]
  const columns = {
    'small: × SDK 2.x': (id) => speed('small', id, 'sdk2'),
    'by CPU': (id) => samples.speedByCpu('small', id, 'sdk2'),
    'of bare': (id) => speed('small', id, 'bare'),
    '× best peer': (id) => speed('small', id, bestSmall.id),
    'fail: × SDK 2.x': (id) => speed('fail', id, 'sdk2'),
    'fail: of bare': (id) => speed('fail', id, 'bare'),
    'fail: × best peer': (id) => speed('fail', id, bestFail.id),
    '100 KB: × SDK 2.x': (id) => speed('rows', id, 'sdk2'),
    '100 KB: of floor': (id) => speed('rows', id, 'floor'),
    '64 connections: × SDK 2.x': (id) => speed('small at 64', id, 'sdk2'),
    "p50: × floor's": (id) => ratio('small at 64', id, 'floor', 'p50'),
    "p99: × floor's": (id) => ratio('small at 64', id, 'floor', 'p99'),
  }
  const about = `Calls a second over keep-alive connections; load by ${generator}.`
  return { title: 'Streamable HTTP', about, rounds: pace.rounds, targets, servers, columns }
}
