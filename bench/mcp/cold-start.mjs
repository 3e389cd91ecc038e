// Cold start: from the start of the process to its first tools/list answer on stdio, beside an
// empty program that starts and ends.
import { once } from 'node:events'
import { launchNode } from './lib/processes.mjs'
import { undisturbed } from './lib/quiet.mjs'
import { atMost } from './lib/report.mjs'
import { createSamples, shuffle } from './lib/samples.mjs'
import { startStdio } from './lib/stdio-server.mjs'

const programs = [
  { id: 'empty', label: 'empty Node program', args: ['-e', '0'] },
  {
    id: 'zod',
    label: 'Node program that imports zod',
    args: ['--input-type=module', '-e', "import 'zod'"],
  },
]

export async function measureColdStart({ servers, pace, say }) {
  const all = [
    ...programs.map((program) => ({ ...program, start: () => runToEnd(program.args) })),
    ...servers.map((server) => ({ ...server, start: () => firstList(server) })),
  ]
  const starts = await startOnce(all, say)
  const samples = createSamples()
  for (let round = 1; round <= pace.starts; round++) {
    say(`round ${round}/${pace.starts}`)
    for (const { id, start } of shuffle(starts)) {
      const sample = await undisturbed(pace.attempts, () => timed(start))
      samples.add(round, 'start', id, sample)
    }
  }
  const what = 'start to first tools/list'
  const time = (id, reference) => samples.ratio('start', id, reference, 'time')
  return {
    title: 'Cold start',
    about:
      'Time from the start of the process to its first `tools/list` answer on stdio; ' +
      'a 2025-era client shakes hands first.',
    rounds: pace.starts,
    targets: [
      atMost({ what, limit: 0.7, of: 'of official SDK 2.x', value: time('toolaccord', 'sdk2') }),
      atMost({ what, limit: 2.3, of: '× an empty program', value: time('toolaccord', 'empty') }),
    ],
    servers: starts,
    columns: {
      'of SDK 2.x': (id) => time(id, 'sdk2'),
      '× empty program': (id) => time(id, 'empty'),
    },
  }
}

/** Those that start; it also fills the file cache. */
async function startOnce(starts, say) {
  const started = []
  for (const one of starts) {
    const sample = await timed(one.start).catch((error) =>
      say(`left out: ${one.id}: ${error.message}`),
    )
    if (sample !== undefined) started.push(one)
  }
  return started
}

/** The time of a start; what it started is stopped off the clock. */
async function timed(start) {
  const before = performance.now()
  const server = await start()
  const time = performance.now() - before
  await server?.stop()
  return { time }
}

async function runToEnd(args) {
  await once(launchNode(args, { stdio: 'ignore', bothCores: true }), 'exit')
}

async function firstList(server) {
  const one = await startStdio(server, { bothCores: true })
  const { message } = await one.ask('tools/list')
  if (message.result?.tools.length !== 3)
    throw new Error(`${server.id} does not list its tools: ${JSON.stringify(message)}`)
  return one
}
