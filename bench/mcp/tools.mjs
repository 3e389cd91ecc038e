// Many tools: listing 1,000 of them, and one call to a server that has 1,000 instead of 10.
import { startHttp } from './lib/http-server.mjs'
import { load } from './lib/load.mjs'
import { calls } from './lib/protocol.mjs'
import { atLeast } from './lib/report.mjs'
import { measureRounds } from './lib/rounds.mjs'

const few = 10
const many = 1000
const list = { name: 'list' }
const call = { name: 'call', kind: 'small' }
const cellsOf = ({ count }) => (count === many ? [list, call] : [call])

async function start(server) {
  const one = await startHttp(server, { tools: server.count })
  return { ...one, pages: await listPages(one) }
}

async function run(one, cell, seconds) {
  if (cell === call) {
    const requests = [one.toRequest('tools/call', calls.small)]
    return load(one, requests, { connections: 16, seconds })
  }
  const sample = await load(one, one.pages, { connections: 4, seconds })
  return { ...sample, rate: sample.rate / one.pages.length }
}

export async function measureTools({ servers, pace, say }) {
  const sized = servers.flatMap((server) =>
    [few, many].map((count) => ({ ...server, id: `${server.id} ${count}`, count })),
  )
  const { speed, speedByCpu } = await measureRounds({
    servers: sized,
    cellsOf,
    pace,
    say,
    start,
    run,
  })
  const listing = (figure, id, reference) => figure('list', `${id} ${many}`, `${reference} ${many}`)
  const calling = (figure, id) => figure('call', `${id} ${many}`, `${id} ${few}`)
  return {
    title: 'Many tools',
    about: 'Whole lists a second over HTTP, all pages of each; small calls a second.',
    rounds: pace.rounds,
    targets: [
      atLeast({
        what: 'tools/list of 1,000 tools',
        limit: 10,
        of: '× official SDK 2.x',
        value: listing(speed, 'toolaccord', 'sdk2'),
        byCpu: listing(speedByCpu, 'toolaccord', 'sdk2'),
      }),
      atLeast({
        what: 'a call with 1,000 tools',
        limit: 0.9,
        of: 'of the same with 10 tools',
        value: calling(speed, 'toolaccord'),
        byCpu: calling(speedByCpu, 'toolaccord'),
      }),
    ],
    servers,
    columns: {
      'list: × SDK 2.x': (id) => listing(speed, id, 'sdk2'),
      'list: of floor': (id) => listing(speed, id, 'floor'),
      'call, 1,000 tools: of 10 tools': (id) => calling(speed, id),
      'by CPU': (id) => calling(speedByCpu, id),
    },
  }
}

/** The requests that list every tool. */
async function listPages({ server, ask, toRequest }) {
  const pages = []
  let listed = 0
  let params = {}
  while (params !== undefined) {
    pages.push(toRequest('tools/list', params))
    const { message } = await ask('tools/list', params)
    const { tools, nextCursor } = message.result
    listed += tools.length
    params = nextCursor === undefined ? undefined : { cursor: nextCursor }
  }
  if (listed !== server.count) throw new Error(`${listed} of ${server.count} tools are listed`)
  return pages
}
