// Memory: what the heap gains over 100,000 calls, and the resident size beside the peers'.
import { setTimeout as sleep } from 'node:timers/promises'
import { checkAnswers } from './lib/check.mjs'
import { startHttp } from './lib/http-server.mjs'
import { load } from './lib/load.mjs'
import { residentSize } from './lib/processes.mjs'
import { calls } from './lib/protocol.mjs'
import { atMost } from './lib/report.mjs'
import { createSamples, shuffle } from './lib/samples.mjs'

/** Their heap is watched; of the others the resident size is enough. */
const watched = new Set(['toolaccord', 'floor'])
const nodeArgs = ['--expose-gc', '--import', './servers/shared/heap-probe.mjs']

export async function measureMemory({ servers, pace, say }) {
  const samples = createSamples()
  for (let round = 1; round <= pace.rounds; round++) {
    for (const server of shuffle(servers)) {
      say(`round ${round}/${pace.rounds}: ${server.id}`)
      const sample = await measureServer(server, pace.calls).catch((error) =>
        say(`left out: ${server.id}: ${error.message}`),
      )
      if (sample !== undefined) samples.add(round, 'memory', server.id, sample)
    }
  }
  const size = (figure, id, reference) => samples.ratio('memory', id, reference, figure)
  const growth = (id) => samples.figure('memory', id, 'growth')
  const peers = servers.filter(({ isPeer }) => isPeer)
  const smallestPeer = (figure) =>
    peers.reduce((best, peer) => (size(figure, peer.id, best.id) < 1 ? peer : best))
  /** A target: at most the resident size of the smallest peer. */
  const noLarger = (what, figure) => {
    const peer = smallestPeer(figure)
    const value = size(figure, 'toolaccord', peer.id)
    return atMost({ what, limit: 1, of: `of the smallest peer's: ${peer.label}`, value })
  }
  return {
    title: 'Memory',
    about:
      'The heap after a forced collection, before and after 100,000 small calls; ' +
      'the resident size at the start and after 20,000 calls.',
    rounds: pace.rounds,
    targets: [
      atMost({
        what: 'heap after 100,000 calls',
        limit: 1.02,
        of: 'of the heap before them',
        value: growth('toolaccord'),
      }),
      noLarger('resident size at the start', 'atStart'),
      noLarger('resident size under load', 'underLoad'),
    ],
    servers,
    columns: {
      'heap after: of before': growth,
      'resident at the start: of SDK 2.x': (id) => size('atStart', id, 'sdk2'),
      'under load: of SDK 2.x': (id) => size('underLoad', id, 'sdk2'),
    },
  }
}

async function measureServer(server, count) {
  const one = await startHttp(server, { nodeArgs })
  try {
    await checkAnswers(one)
    await sleep(500)
    const atStart = residentSize(one.pid)
    await callOften(one, count / 5)
    const underLoad = residentSize(one.pid)
    const growth = watched.has(server.id) ? await heapGrowth(one, count) : NaN
    return { atStart, underLoad, growth }
  } finally {
    await one.stop()
  }
}

async function heapGrowth(one, count) {
  const before = await heapOf(one)
  await callOften(one, count)
  return (await heapOf(one)) / before
}

async function callOften(one, count) {
  const requests = [one.toRequest('tools/call', calls.small)]
  let done = 0
  while (done < count) {
    const sample = await load(one, requests, { connections: 16, seconds: 1 })
    done += sample.calls
  }
}

async function heapOf({ pid, log }) {
  log.text = ''
  process.kill(pid, 'SIGUSR2')
  while (!/heap \d+\n/.test(log.text)) await sleep(20)
  return Number(/heap (\d+)\n/.exec(log.text)[1])
}
