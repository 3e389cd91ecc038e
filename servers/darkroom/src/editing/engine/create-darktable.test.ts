import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { toDng } from '../../picture/to-dng.ts'
import { withActiveArea } from '../../testing/with-active-area.ts'
import { createBaseline } from '../state/create-baseline.ts'
import type { HistoryEntry } from '../state/edit-state.ts'
import { writeXmp } from '../xmp/write-xmp.ts'
import { createDarktable } from './create-darktable.ts'
import { DarktableError } from './darktable-error.ts'
import type { Darktable, RenderRequest } from './darktable.ts'

const slow = 120_000
let folder: string
let tempRoot: string
let photo: string
/** The engine that most tests share, because it starts faster from its second run on. */
let darktable: Darktable
let count = 0

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'darkroom-engine-'))
  tempRoot = join(folder, 'temp')
  await Promise.all([mkdir(tempRoot), mkdir(join(folder, 'photos'))])
  photo = join(folder, 'photos', 'photo.dng')
  darktable = createDarktable({ tempRoot })
  await writeFile(photo, toDng({ width: 64, height: 48, pixelAt: () => [0.18, 0.18, 0.18] }))
})

afterAll(() => rm(folder, { recursive: true, maxRetries: 5 }))

const plain = writeXmp(createBaseline())
const request = (change: Partial<RenderRequest> = {}): RenderRequest => ({
  original: photo,
  xmp: plain,
  output: join(folder, `picture-${count++}.jpg`),
  format: 'jpeg',
  ...change,
})
const failureOf = (rendering: Promise<unknown>): Promise<DarktableError> =>
  rendering.then(
    () => expect.fail('rendered'),
    (thrown: unknown) => (thrown instanceof DarktableError ? thrown : expect.fail(String(thrown))),
  )
const entry: HistoryEntry = {
  operation: 'exposure',
  modversion: 6,
  enabled: true,
  params: '00'.repeat(24),
  multiName: '',
  multiPriority: 0,
  blendVersion: 0,
  blendParams: '',
  attributes: [],
}
const edit = (change: Partial<HistoryEntry>) =>
  writeXmp({ ...createBaseline(), entries: [{ ...entry, ...change }] })

describe.concurrent('darktable', () => {
  it('reports its version, or that it is not installed', async () => {
    expect((await darktable.probe())?.version).toMatch(/^\d+\.\d+\.\d+$/)
    const missing = createDarktable({ tempRoot, binary: join(folder, 'no-such-binary') })
    expect(await missing.probe()).toBeUndefined()
    expect(await failureOf(missing.render(request()))).toMatchObject({
      reason: 'missing',
      message: expect.stringContaining('apt-get install'),
    })
  })

  it(
    'renders in the requested format and size, and touches nothing else',
    async () => {
      const jpeg = request({ width: 32, height: 32, quality: 50 })
      const output = join(folder, 'new', 'folder', 'picture.png')
      const png = request({ format: 'png', output })
      expect(await darktable.render(jpeg)).toMatchObject({ width: 32, height: 24 })
      expect(await darktable.render(png)).toMatchObject({ width: 64, height: 48 })
      expect((await readFile(png.output)).toString('latin1', 1, 4)).toBe('PNG')
      expect(await readdir(join(folder, 'photos'))).toEqual(['photo.dng'])
      expect(await readdir(join(folder, 'new', 'folder'))).toEqual(['picture.png'])
    },
    slow,
  )

  it(
    'finds the border of the sensor that is cut off',
    async () => {
      const bordered = join(folder, 'bordered.dng')
      await writeFile(
        bordered,
        withActiveArea(
          toDng({ width: 64, height: 48, pixelAt: () => [0.18, 0.18, 0.18] }),
          [4, 8, 44, 58],
        ),
      )
      expect(await darktable.inspect({ original: bordered })).toEqual({
        border: { left: 8, top: 4, right: 6, bottom: 4 },
      })
      expect(await darktable.render(request({ original: bordered }))).toMatchObject({
        width: 50,
        height: 40,
      })
    },
    slow,
  )

  it(
    'never overwrites a file',
    async () => {
      const { output, ...rest } = request()
      await writeFile(output, 'mine')
      expect(await failureOf(darktable.render({ ...rest, output }))).toMatchObject({
        reason: 'failed',
        message: expect.stringContaining('nothing is overwritten'),
      })
      expect(await readFile(output, 'utf8')).toBe('mine')
    },
    slow,
  )

  it.each<readonly [string, Partial<HistoryEntry>, string]>([
    ['an unknown module', { operation: 'colorequal' }, 'is not installed on this computer'],
    ['parameters of another length', { params: '0000' }, 'version mismatch'],
    ['a newer module', { modversion: 7 }, "'exposure' has version 7"],
    [
      'a newer module, which it would misread silently',
      { operation: 'crop', modversion: 3 },
      "'crop' has version 3",
    ],
    [
      'a newer mask, which it would drop silently',
      { blendVersion: 14, blendParams: `05${'00'.repeat(419)}` },
      "the mask of 'exposure' has version 14",
    ],
    [
      'a mask without its form',
      { blendVersion: 11, blendParams: `03${'00'.repeat(23)}07${'00'.repeat(395)}` },
      "the form of the mask of 'exposure' is missing",
    ],
  ])(
    'fails instead of dropping %s',
    async (_, change, line) => {
      const asked = request({ xmp: edit(change) })
      const failure = await failureOf(darktable.render(asked))
      expect(failure).toMatchObject({
        reason: 'dropped_entry',
        stderr: expect.stringContaining(line),
      })
      expect(failure.stderr).not.toContain(folder)
      await expect(readFile(asked.output)).rejects.toThrow('ENOENT')
    },
    slow,
  )

  it(
    'says that a photo cannot be read',
    async () => {
      const whole = await readFile(photo)
      const files = {
        'cut.dng': whole.subarray(0, whole.length / 2),
        'text.nef': Buffer.from('just text'),
        'empty.jpg': Buffer.alloc(0),
      }
      for (const [name, bytes] of Object.entries(files)) {
        const original = join(folder, name)
        await writeFile(original, bytes)
        const failure = await failureOf(darktable.render(request({ original })))
        expect([name, failure.reason]).toEqual([name, 'unreadable'])
        expect(failure.stderr).not.toContain(folder)
      }
      const missing = darktable.render(request({ original: join(folder, 'none.dng') }))
      expect((await failureOf(missing)).reason).toBe('unreadable')
      const broken = darktable.render(request({ xmp: 'no xml' }))
      expect((await failureOf(broken)).reason).toBe('failed')
    },
    slow,
  )

  it(
    'is stopped by the caller for any reason, also while it waits',
    async () => {
      const own = join(folder, 'stopped')
      await mkdir(own)
      const late = AbortSignal.abort(new DarktableError('timeout', 'It took too long.'))
      expect(await failureOf(darktable.render(request({ signal: late })))).toMatchObject({
        reason: 'timeout',
        message: 'It took too long.',
      })
      const caller = new AbortController()
      const one = createDarktable({ tempRoot: own, concurrency: 1 })
      const failures: Promise<DarktableError>[] = []
      const begun = new Promise<void>((resolve) => {
        const first = one.render(
          request({
            signal: caller.signal,
            onProgress: (step) => step === 'rendering' && resolve(),
          }),
        )
        failures.push(failureOf(first), failureOf(one.render(request({ signal: caller.signal }))))
      })
      await begun
      caller.abort()
      expect((await Promise.all(failures)).map(({ reason }) => reason)).toEqual([
        'cancelled',
        'cancelled',
      ])
      expect(await failureOf(one.render(request({ signal: AbortSignal.abort() })))).toMatchObject({
        reason: 'cancelled',
      })
      expect(await readdir(own)).toEqual([])
      expect(await processesNaming(own)).toEqual([])
    },
    slow,
  )

  it(
    'runs as many renders at once as allowed, and all of them',
    async () => {
      const two = createDarktable({ tempRoot, concurrency: 2 })
      let running = 0
      let most = 0
      const render = async () => {
        await two.render(
          request({
            onProgress: (step) => {
              if (step === 'rendering') most = Math.max(most, ++running)
              if (step === 'writing') running--
            },
          }),
        )
      }
      await Promise.all(Array.from({ length: 3 }, render))
      expect(most).toBe(2)
    },
    slow,
  )
})

/** Returns the command lines of running processes that name a path. */
async function processesNaming(path: string): Promise<readonly string[]> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const lines = await Promise.all(
    ids.map((id) => readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '')),
  )
  return lines.filter((line) => line.includes(path))
}
