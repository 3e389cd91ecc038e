// Compares the darkroom with one render of darktable: interleaved rounds on one photo of 3.8
// megapixels, medians of time, ratios only. Needs darktable-cli.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { paintScene } from '../servers/darkroom/dist/demo/paint-scene.js'
import { toDng } from '../servers/darkroom/dist/picture/to-dng.js'
import { createDarkroomFromEnv } from '../servers/darkroom/dist/server.js'

const rounds = Number(process.argv[2] ?? 7)
const applies = 10
// Beside this file instead of in the folder for temporary files, which may be in memory.
const folder = await mkdtemp(join(import.meta.dirname, 'darkroom-'))
const image_id = 'lake'
let value = 0

async function call(server, tool, args) {
  const outcome = await server.call(tool, { image_id, ...args })
  if (!outcome.ok) throw new Error(`${tool}: ${JSON.stringify(outcome.problems)}`)
  return outcome.data
}

async function times(count, work) {
  for (let time = 0; time < count; time++) await work()
}

async function timeOf(work) {
  const start = performance.now()
  await work()
  return performance.now() - start
}

/** Paints the scene of the demonstration, with every pixel twice as wide and high. */
function paintLarge() {
  const { width, height, pixelAt } = paintScene(1200, 800)
  const pixels = Array.from({ length: width * height }, (_, at) =>
    pixelAt(at % width, Math.floor(at / width)),
  )
  return {
    width: width * 2,
    height: height * 2,
    pixelAt: (x, y) => pixels[Math.floor(y / 2) * width + Math.floor(x / 2)],
  }
}

/** Makes a state that was never rendered, and returns its hash. */
async function nextState(server) {
  value += 0.001
  const { snapshot_hash } = await call(server, 'apply_primitive', {
    primitive_name: 'exposure',
    value,
  })
  return snapshot_hash
}

async function nextStates(server, count) {
  const hashes = []
  await times(count, async () => hashes.push(await nextState(server)))
  return hashes
}

/** Returns the times of one round, in milliseconds. */
async function measureRound(server) {
  const render = (ref_or_hash) => call(server, 'render_preview', { ref_or_hash })
  const hash = await nextState(server)
  const four = await nextStates(server, 4)
  const others = await nextStates(server, 4)
  return {
    render: await timeOf(() => render(hash)),
    cached: await timeOf(() => render(hash)),
    apply: (await timeOf(() => times(applies, () => nextState(server)))) / applies,
    four: await timeOf(() => Promise.all(four.map(render))),
    oneByOne: await timeOf(async () => {
      for (const other of others) await render(other)
    }),
  }
}

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]

try {
  const photo = join(folder, `${image_id}.dng`)
  await writeFile(photo, toDng(paintLarge()))
  const { server } = await createDarkroomFromEnv({
    ...process.env,
    DARKROOM_WORKSPACE: join(folder, 'workspaces'),
    DARKROOM_TASTES: join(folder, 'tastes'),
  })
  await server.call('ingest', { raw_path: photo })
  // The first round warms up and does not count.
  await measureRound(server)
  const taken = []
  await times(rounds, async () => taken.push(await measureRound(server)))
  const medianOf = (name) => median(taken.map((spent) => spent[name]))
  const render = medianOf('render')
  const rows = [
    [render / medianOf('cached'), 50, 'a cached preview, against its render'],
    [render / medianOf('apply'), 100, 'apply_primitive, against one render'],
    [medianOf('oneByOne') / medianOf('four'), 1.6, 'four previews at once, against four in a row'],
  ]
  for (const [ratio, target, what] of rows) {
    const digits = ratio < 10 ? 2 : 0
    console.log(`${ratio.toFixed(digits)} × as quick   ${what} (target ${target})`)
  }
} finally {
  await rm(folder, { recursive: true })
}
