import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createBaseline } from '../state/create-baseline.ts'
import { writeXmp } from '../xmp/write-xmp.ts'
import { checkEdit } from './check-edit.ts'
import { environmentOf, filesIn, type RenderFiles, toCommandLine } from './command-line.ts'
import { createSlots } from './create-slots.ts'
import { DarktableError } from './darktable-error.ts'
import type { Darktable, DarktableOptions, RenderRequest, Rendered } from './darktable.ts'
import { publishFile } from './publish-file.ts'
import { readBorder } from './read-border.ts'
import { readImageSize } from './read-image-size.ts'
import { readOutput } from './read-output.ts'
import { type ProcessResult, runProcess } from './run-process.ts'

const install =
  'Install it with: apt-get install --no-install-recommends darktable; or name the binary in DARKTABLE_CLI.'
const probeTimeoutMs = 10_000
const longestTail = 2000

/** Makes an engine; nothing runs before it is asked. */
export function createDarktable({
  env = process.env,
  binary = env.DARKTABLE_CLI ?? 'darktable-cli',
  concurrency = availableParallelism(),
  timeoutMs = 120_000,
  tempRoot = tmpdir(),
}: DarktableOptions = {}): Darktable {
  const slots = createSlots(concurrency)
  let running = 0
  /**
   * What darktable finds out about the machine in its first run; with it every later one starts in
   * half the time.
   */
  let settings: string | undefined

  /**
   * Threads beyond the cores only wait for each other: quick pictures come in numbers and share the
   * cores evenly, a fine one takes all that is free.
   */
  const threadsFor = ({ hq = false }: RenderRequest): number =>
    Math.max(1, Math.floor(availableParallelism() / (hq ? running : concurrency)))

  async function probe(): Promise<{ readonly version: string } | undefined> {
    const { ended, output } = await runProcess({
      command: binary,
      args: ['--version'],
      env,
      timeoutMs: probeTimeoutMs,
    })
    const [version] = /\d+\.\d+\.\d+/.exec(output) ?? []
    return ended === 'exit' && version !== undefined ? { version } : undefined
  }

  async function render(request: RenderRequest): Promise<Rendered> {
    checkEdit(request.xmp)
    request.onProgress?.('waiting')
    const release = await slots.take(request.signal).catch(() => {
      throw new DarktableError('cancelled', 'The render was cancelled before it began.')
    })
    running++
    try {
      return await inFolder((folder) => renderIn(folder, request))
    } finally {
      running--
      release()
    }
  }

  /**
   * Works in a folder that is gone afterwards; every failure becomes a DarktableError, without
   * paths of this machine.
   */
  async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
    let folder: string | undefined
    try {
      folder = await mkdtemp(join(resolve(tempRoot), 'darkroom-'))
      return await work(folder)
    } catch (thrown) {
      throw thrown instanceof DarktableError
        ? thrown
        : new DarktableError(
            'failed',
            `The render could not be prepared or kept: ${codeOf(thrown)}.`,
            '',
            { cause: thrown },
          )
    } finally {
      if (folder !== undefined) await rm(folder, { recursive: true, force: true })
    }
  }

  async function renderIn(folder: string, request: RenderRequest): Promise<Rendered> {
    const files = filesIn(folder, request.format)
    if (await exists(request.output)) throw occupied()
    await Promise.all(
      [files.home, files.config, files.cache, files.temp].map((path) => mkdir(path)),
    )
    await writeFile(files.edit, request.xmp)
    if (settings !== undefined) await writeFile(files.settings, settings)
    request.onProgress?.('rendering')
    const started = performance.now()
    const result = await runProcess({
      command: binary,
      args: toCommandLine({ ...request, original: resolve(request.original) }, files),
      env: {
        ...env,
        ...environmentOf(files),
        OMP_NUM_THREADS: String(threadsFor(request)),
        OMP_WAIT_POLICY: 'PASSIVE',
      },
      timeoutMs,
      signal: request.signal,
    })
    const durationMs = Math.round(performance.now() - started)
    const size = await checkResult(result, files, { folder, original: request.original })
    request.onProgress?.('writing')
    settings ??= await readFile(files.settings, 'utf8').catch(() => undefined)
    if (!(await publishFile(files.output, request.output))) throw occupied()
    return { durationMs, ...size }
  }

  /**
   * Throws for every way in which a render can go wrong, and reads the size of the picture
   * otherwise.
   */
  async function checkResult(
    { ended, code, output }: ProcessResult,
    files: RenderFiles,
    { folder, original }: { readonly folder: string; readonly original: string },
  ) {
    const all = output
      .replaceAll(resolve(original), '<photo>')
      .replaceAll(folder, '<render>')
      .replaceAll(rootWarning, '')
    const said = all.slice(-longestTail).trim()
    if (ended === 'missing')
      throw new DarktableError('missing', `darktable-cli is not installed. ${install}`)
    if (ended === 'timeout')
      throw new DarktableError(
        'timeout',
        `darktable did not finish within ${timeoutMs / 1000} s and was stopped.`,
        said,
      )
    if (ended === 'cancelled')
      throw new DarktableError('cancelled', 'The render was cancelled.', said)
    const complaint = readOutput(all)
    if (complaint)
      throw new DarktableError(
        complaint.reason,
        complaint.message,
        said.includes(complaint.line) ? said : `${complaint.line}\n${said}`,
      )
    const size = (await exists(files.output)) ? await readImageSize(files.output) : undefined
    if (code === 0 && size !== undefined) return size
    throw new DarktableError(
      'failed',
      code === null
        ? 'darktable was killed.'
        : `darktable ended with code ${code} and without a whole picture.`,
      said,
    )
  }

  /**
   * A small picture carries the steps that darktable took by itself, the cut of the sensor among
   * them.
   */
  const inspect: Darktable['inspect'] = (request) =>
    inFolder(async (folder) => {
      const output = join(folder, 'picture.jpg')
      await render({
        ...request,
        xmp: writeXmp(createBaseline()),
        output,
        format: 'jpeg',
        width: 16,
        height: 16,
      })
      return { border: readBorder(await readFile(output, 'utf8')) }
    })

  return Object.freeze({ probe, render, inspect })
}

const occupied = () =>
  new DarktableError(
    'failed',
    'A file is already where the picture was to go; nothing is overwritten.',
  )

const rootWarning = /^WARNING: either your user id.*\n?/gm

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    ({ size }) => size > 0,
    () => false,
  )

const codeOf = (thrown: unknown): string =>
  thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string'
    ? thrown.code
    : 'unknown'
