import { mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createBaseline } from '../state/create-baseline.ts'
import { writeXmp } from '../xmp/write-xmp.ts'
import { checkEdit } from './check-edit.ts'
import { checkResult, toStopped } from './check-result.ts'
import { environmentOf, filesIn, toCommandLine } from './command-line.ts'
import { createSlots } from './create-slots.ts'
import { DarktableError } from './darktable-error.ts'
import type { Darktable, DarktableOptions, RenderRequest, Rendered } from './darktable.ts'
import { inTempFolder } from './in-temp-folder.ts'
import { publishFile } from './publish-file.ts'
import { readBorder } from './read-border.ts'
import { runProcess } from './run-process.ts'

const probeTimeoutMs = 10_000

/** The options of an engine, and its state. */
interface Engine extends Required<DarktableOptions> {
  running: number
  /**
   * The settings that darktable wrote in its first run, with facts about the machine. With them,
   * every later run starts in half the time.
   */
  settings: string | undefined
}

/** Creates an engine; no process is started before the first call. */
export function createDarktable({
  env = process.env,
  binary = env.DARKTABLE_CLI ?? 'darktable-cli',
  concurrency = availableParallelism(),
  opencl = false,
  tempRoot = tmpdir(),
}: DarktableOptions = {}): Darktable {
  const slots = createSlots(concurrency)
  const engine: Engine = {
    env,
    binary,
    concurrency,
    opencl,
    tempRoot,
    running: 0,
    settings: undefined,
  }

  async function render(request: RenderRequest): Promise<Rendered> {
    checkEdit(request.xmp)
    request.onProgress?.('waiting')
    const release = await slots.take(request.signal).catch(() => {
      throw toStopped(request.signal?.reason)
    })
    engine.running++
    try {
      return await inTempFolder(tempRoot, (folder) => renderIn(folder, request, engine))
    } finally {
      engine.running--
      release()
    }
  }

  /** A small picture contains the steps that darktable took by itself, such as the sensor's cut. */
  const inspect: Darktable['inspect'] = (request) =>
    inTempFolder(tempRoot, async (folder) => {
      const output = join(folder, 'picture.jpg')
      const xmp = writeXmp(createBaseline())
      await render({ ...request, xmp, output, format: 'jpeg', width: 16, height: 16 })
      return { border: readBorder(await readFile(output, 'utf8')) }
    })

  return Object.freeze({ opencl, probe: () => probe(engine), render, inspect })
}

async function probe({ binary, env }: Engine): Promise<{ readonly version: string } | undefined> {
  const { ended, output } = await runProcess({
    command: binary,
    args: ['--version'],
    env,
    signal: AbortSignal.timeout(probeTimeoutMs),
  })
  const version = /\d+\.\d+\.\d+/.exec(output)?.[0]
  if (ended !== 'exit' || version === undefined) return undefined
  return { version }
}

async function renderIn(folder: string, request: RenderRequest, engine: Engine): Promise<Rendered> {
  const { original, output, onProgress, signal } = request
  const files = filesIn(folder, request.format)
  if (await isFilled(output)) throw occupied()
  const folders = [files.home, files.config, files.cache, files.temp]
  await Promise.all(folders.map((path) => mkdir(path)))
  await writeFile(files.edit, request.xmp)
  if (engine.settings !== undefined) await writeFile(files.settings, engine.settings)
  onProgress?.('rendering')
  const started = performance.now()
  const result = await runProcess({
    command: engine.binary,
    args: toCommandLine({ ...request, original: resolve(original) }, files, engine),
    env: {
      ...engine.env,
      ...environmentOf(files),
      OMP_NUM_THREADS: String(threadsFor(request, engine)),
      OMP_WAIT_POLICY: 'PASSIVE',
    },
    signal,
  })
  const durationMs = Math.round(performance.now() - started)
  const ended = { folder, original, output: files.output, reason: signal?.reason }
  const size = await checkResult(result, ended)
  onProgress?.('writing')
  engine.settings ??= await readFile(files.settings, 'utf8').catch(() => undefined)
  if (!(await publishFile(files.output, output))) throw occupied()
  return { durationMs, ...size }
}

/**
 * Threads beyond the cores only wait for each other. Quick pictures come in numbers and share the
 * cores evenly; a fine one takes all that are free.
 */
function threadsFor({ hq = false }: RenderRequest, { running, concurrency }: Engine): number {
  const renders = hq ? running : concurrency
  return Math.max(1, Math.floor(availableParallelism() / renders))
}

const occupied = () =>
  new DarktableError('failed', 'A file is already at the output path; nothing is overwritten.')

/** True if there is a file that is not empty. */
const isFilled = (path: string): Promise<boolean> =>
  stat(path).then(
    ({ size }) => size > 0,
    () => false,
  )
