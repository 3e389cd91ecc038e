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

const run = (one, { kind, connections }, seconds) =>
  load(one, [one.toRequest('tools/call', calls[kind])], { connections, seconds })

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
  const [bestSmall, bestFail] = [bestPeer('small'), bestPeer('fail')]

  const faster = (what, cell, limit, of, reference, id = 'toolaccord') =>
    atLeast(what, limit, of, speed(cell, id, reference), samples.speedByCpu(cell, id, reference))
  const smallCall = 'small call, 2026-07-28, 16 connections'
  const failingCall = 'failing call, the same'
  const oldCall = 'small call, 2025-11-25'
  const targets = [
    faster(smallCall, 'small', 12, '× official SDK 2.x', 'sdk2'),
    faster(smallCall, 'small', 6, `× best peer: ${bestSmall.label}`, bestSmall.id),
    faster(smallCall, 'small', 0.7, 'of bare', 'bare'),
    faster(failingCall, 'fail', 12, '× official SDK 2.x', 'sdk2'),
    faster(failingCall, 'fail', 6, `× best peer: ${bestFail.label}`, bestFail.id),
    faster(failingCall, 'fail', 0.7, 'of bare', 'bare'),
    faster('100 KB answer', 'rows', 1.7, '× official SDK 2.x', 'sdk2'),
    faster('100 KB answer', 'rows', 0.9, 'of the floor', 'floor'),
    atMost(
      'p99, 64 connections',
      2,
      "× the floor's",
      ratio('small at 64', 'toolaccord', 'floor', 'p99'),
    ),
    faster(oldCall, 'small', 10, '× official SDK 2.x, same era', 'sdk2-2025', 'toolaccord-2025'),
    faster(
      oldCall,
      'small',
      10,
      '× official SDK 2.x, same era, sessions',
      'sdk2-sessions',
      'toolaccord-2025',
    ),
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
