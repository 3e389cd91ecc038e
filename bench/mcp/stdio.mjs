// stdio: the same calls with 64 in flight.
import { calls } from './lib/protocol.mjs'
import { atLeast } from './lib/report.mjs'
import { measureRounds } from './lib/rounds.mjs'
import { startStdio } from './lib/stdio-server.mjs'

const cells = ['small', 'fail', 'rows'].map((kind) => ({ name: kind, kind }))

const run = (one, { kind }, seconds) => one.load(calls[kind], { inFlight: 64, seconds })

export async function measureStdio({ servers, pace, say }) {
  const { speed, speedByCpu } = await measureRounds({
    servers,
    cellsOf: () => cells,
    pace,
    say,
    start: startStdio,
    run,
  })
  /** A target for the small call; `than` is the server that Toolaccord is compared with. */
  const faster = ({ limit, of, than }) => {
    const value = speed('small', 'toolaccord', than)
    const byCpu = speedByCpu('small', 'toolaccord', than)
    return atLeast({ what: 'small call, 64 in flight', limit, of, value, byCpu })
  }
  const targets = [
    faster({ limit: 4, of: '× official SDK 2.x', than: 'sdk2' }),
    faster({ limit: 0.6, of: 'of bare', than: 'bare' }),
  ]
  const columns = {
    'small: × SDK 2.x': (id) => speed('small', id, 'sdk2'),
    'by CPU': (id) => speedByCpu('small', id, 'sdk2'),
    'of bare': (id) => speed('small', id, 'bare'),
    'fail: × SDK 2.x': (id) => speed('fail', id, 'sdk2'),
    'fail: of bare': (id) => speed('fail', id, 'bare'),
    '100 KB: × SDK 2.x': (id) => speed('rows', id, 'sdk2'),
    '100 KB: of floor': (id) => speed('rows', id, 'floor'),
  }
  const about = 'Calls a second with 64 in flight: each answer is followed by the next call.'
  return { title: 'stdio', about, rounds: pace.rounds, targets, servers, columns }
}
