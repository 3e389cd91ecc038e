// How the time of foundry's calls grows with the plan. Prints ratios, each measured in one run.
import { mkdir, mkdtemp, open, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createFoundryServer } from '../servers/foundry/dist/create-foundry-server.js'

const folder = await mkdtemp(join(tmpdir(), 'foundry-bench-'))

/** Writes a spec of so many tasks, in phases of a hundred, most of which wait for one before. */
async function writeSpec(specs, id, count) {
  const hierarchy = {}
  const phases = []
  for (let at = 0; at < count; at++) {
    const phase = `phase-${Math.floor(at / 100) + 1}`
    if (hierarchy[phase] === undefined) {
      hierarchy[phase] = toNode('phase', `Phase ${phase}`, 'spec-root')
      phases.push(phase)
    }
    const task = `${phase.replace('phase', 'task')}-${(at % 100) + 1}`
    hierarchy[phase].children.push(task)
    hierarchy[task] = toNode('task', `Task ${at}`, phase, {
      task_category: 'implementation',
      description: 'A sentence that says what is to be done, as long as such sentences are.',
      acceptance_criteria: ['It does what it should.', 'Tests hold it.'],
      file_path: `src/part-${at % 500}/file-${at}.ts`,
      complexity: 'medium',
    })
  }
  const root = { ...toNode('spec', id, null), children: phases }
  const spec = {
    spec_id: id,
    title: id,
    generated: '2026-01-01T00:00:00Z',
    last_updated: '2026-01-01T00:00:00Z',
    metadata: { mission: 'Measure.' },
    hierarchy: { 'spec-root': root, ...hierarchy },
    journal: [],
  }
  await mkdir(join(specs, 'active'), { recursive: true })
  await writeFile(join(specs, 'active', `${id}.json`), JSON.stringify(spec, null, 2))
  return spec
}

const toNode = (type, title, parent, metadata = {}) => ({
  type,
  title,
  status: 'pending',
  parent,
  children: [],
  total_tasks: 1,
  completed_tasks: 0,
  metadata,
})

function createServer(name) {
  const folders = { specs: join(folder, name), state: join(folder, `${name}-state`), root: folder }
  return { folders, ...createFoundryServer({ folders, role: 'maintainer', worker: 'bench' }) }
}

/** The median of the times that a call takes, in milliseconds. */
async function time(rounds, call) {
  const times = []
  for (let round = 0; round < rounds; round++) {
    const start = performance.now()
    await call(round)
    times.push(performance.now() - start)
  }
  return median(times)
}

const median = (times) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]

function check(outcome) {
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.problems))
}

const print = (what, ratio, limit) =>
  console.log(`${what}: ${ratio.toFixed(2)} × (at most ${limit} ×)`)

async function benchNext() {
  const times = {}
  for (const count of [100, 10_000]) {
    const { folders, server, close } = createServer(`next-${count}`)
    await writeSpec(folders.specs, 'plan', count)
    check(await server.call('next', {}))
    times[count] = await time(200, async () => check(await server.call('next', {})))
    await close()
  }
  print('next on 10,000 tasks against 100', times[10_000] / times[100], 3)
}

async function benchSave() {
  const { folders, server, close } = createServer('save')
  const spec = await writeSpec(folders.specs, 'plan', 10_000)
  check(await server.call('note', { text: 'warm' }))
  const save = async (round) => check(await server.call('note', { text: `Round ${round}.` }))
  const plainly = async (round) => {
    const file = await open(join(folder, `plain-${round}`), 'w')
    await file.writeFile(JSON.stringify(spec, null, 2))
    await file.sync()
    await file.close()
  }
  const saved = []
  const plain = []
  // By turns, because a disk is not as fast at one time as at another.
  for (let round = 0; round < 15; round++) {
    saved.push(await time(1, () => save(round)))
    plain.push(await time(1, () => plainly(round)))
  }
  print(
    'saving one change of 10,000 tasks against stringify, write, fsync',
    median(saved) / median(plain),
    2,
  )
  await close()
}

async function benchList() {
  const { folders, close } = createServer('list')
  for (let at = 0; at < 1000; at++) await writeSpec(folders.specs, `plan-${at}`, 20)
  const active = join(folders.specs, 'active')
  const read = await time(5, async () => {
    for (const name of await readdir(active)) await readFile(join(active, name), 'utf8')
  })
  const listed = await time(5, async () => {
    // A new server has read no file yet.
    const { server, close: end } = createServer('list')
    check(await server.call('list', { limit: 200 }))
    await end()
  })
  print('listing 1,000 specs for the first time against reading the files', listed / read, 3)
  await close()
}

try {
  await benchNext()
  await benchSave()
  await benchList()
} finally {
  await rm(folder, { recursive: true, force: true })
}
