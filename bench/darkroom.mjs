// The darkroom against one render of darktable: interleaved rounds on one photo of 3.8 megapixels, medians of time, ratios only. Needs darktable-cli.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { paintScene } from '../servers/darkroom/dist/demo/paint-scene.js'
import { toDng } from '../servers/darkroom/dist/picture/to-dng.js'
import { createDarkroomFromEnv } from '../servers/darkroom/dist/server.js'

const rounds = Number(process.argv[2] ?? 7)
const applies = 10
// Beside this file rather than in the folder for temporary files, which may be in memory.
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

/** The scene of the demonstration with every pixel twice as wide and high. */
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

/** A state that was never rendered. */
const nextState = async (server) =>
  (await call(server, 'apply_primitive', { primitive_name: 'exposure', value: (value += 0.001) }))
    .snapshot_hash

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]
const taken = { render: [], cached: [], apply: [], four: [], oneByOne: [] }
try {
  const photo = join(folder, `${image_id}.dng`)
  await writeFile(photo, toDng(paintLarge()))
  const { server } = await createDarkroomFromEnv({
    ...process.env,
    DARKROOM_WORKSPACE: join(folder, 'workspaces'),
    DARKROOM_TASTES: join(folder, 'tastes'),
  })
  await server.call('ingest', { raw_path: photo })
  const render = (ref_or_hash) => call(server, 'render_preview', { ref_or_hash })
  for (let round = -1; round < rounds; round++) {
    const hash = await nextState(server)
    const [four, others] = [[], []]
    await times(4, async () => four.push(await nextState(server)))
    await times(4, async () => others.push(await nextState(server)))
    const spent = {
      render: await timeOf(() => render(hash)),
      cached: await timeOf(() => render(hash)),
      apply: (await timeOf(() => times(applies, () => nextState(server)))) / applies,
      four: await timeOf(() => Promise.all(four.map(render))),
      oneByOne: await timeOf(async () => {
        for (const other of others) await render(other)
      }),
    }
    if (round >= 0) for (const [name, time] of Object.entries(spent)) taken[name].push(time)
  }
  const [render_, cached, apply, four, oneByOne] = Object.values(taken).map(median)
  const rows = [
    [render_ / cached, 50, 'a cached preview, against its render'],
    [render_ / apply, 100, 'apply_primitive, against one render'],
    [oneByOne / four, 1.6, 'four previews at once, against one after the other'],
  ]
  for (const [ratio, target, what] of rows)
    console.log(`${ratio.toFixed(ratio < 10 ? 2 : 0)} × as quick   ${what} (target ${target})`)
} finally {
  await rm(folder, { recursive: true })
}
