import { chmod, mkdir, readFile, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Server } from 'toolaccord'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDarktable } from '../../editing/index.ts'
import { createDarkroomFromEnv } from '../../server.ts'
import { image_id, refused } from '../../testing/describe-darkroom.ts'
import { openDarkroom } from '../../testing/open-darkroom.ts'

const darkroom = await openDarkroom()
let tempRoot = ''
let slowServer: Server

/** Writes a program that writes its arguments and its process id down, and then only waits. */
async function writeEngine(): Promise<string> {
  const binary = join(darkroom.photos, 'endless-darktable')
  const noted = join(darkroom.photos, 'noted')
  await writeFile(binary, `#!/bin/sh\necho "$$ $@" >> ${noted}\nexec sleep 600\n`)
  await chmod(binary, 0o755)
  return binary
}

const notes = async () =>
  (await readFile(join(darkroom.photos, 'noted'), 'utf8')).trim().split('\n')

async function isRunning(id: string): Promise<boolean> {
  const ids = await readdir('/proc')
  return ids.includes(id)
}

beforeAll(async () => {
  await darkroom.clear()
  tempRoot = join(darkroom.photos, 'temp')
  await mkdir(tempRoot)
  const raw_path = join(darkroom.photos, 'grey.dng')
  const ingested = await darkroom.create().server.call('ingest', { raw_path })
  expect(ingested).toMatchObject({ ok: true })
  const darktable = createDarktable({ binary: await writeEngine(), tempRoot, opencl: true })
  slowServer = darkroom.create({ darktable, renderMs: 3000 }).server
})
afterAll(() => darkroom.remove())

describe('one limit for a render', () => {
  it.each([
    ['render_preview', {}],
    ['compare', { hash_a: 'baseline', hash_b: 'HEAD' }],
    ['export_final', {}],
  ])('is that of the call, for %s', async (tool, args) => {
    expect(await slowServer.call(tool, { image_id, ...args })).toMatchObject(
      refused('darktable_error', {
        message: 'darktable did not finish within 3 s and was stopped.',
        hint: expect.stringContaining('DARKROOM_TIMEOUT'),
        details: { reason: 'timeout' },
      }),
    )
    const [id = ''] = (await notes()).at(-1)?.split(' ') ?? []
    await expect.poll(() => isRunning(id)).toBe(false)
    await expect.poll(() => readdir(tempRoot)).toEqual([])
  })

  it('is lowered by the caller', async () => {
    const before = (await notes()).length
    const outcome = await slowServer.call('export_final', { image_id }, { timeoutMs: 700 })
    expect(outcome).toMatchObject({
      ok: false,
      problems: [{ message: expect.stringContaining('700 ms') }],
    })
    const started = (await notes()).slice(before)
    for (const line of started)
      await expect.poll(() => isRunning(line.split(' ')[0] ?? '')).toBe(false)
  })

  it('is set by the environment, and shown by status', async () => {
    const env = { DARKROOM_WORKSPACE: darkroom.root, DARKTABLE_CLI: '/no/darktable' }
    const statusWith = async (more: object) => {
      const { server } = await createDarkroomFromEnv({ ...env, ...more }, { desk: true })
      return server.call('status')
    }
    expect(await statusWith({ DARKROOM_TIMEOUT: '900', DARKROOM_OPENCL: '1' })).toMatchObject({
      data: { render_seconds: 900, opencl: true },
    })
    expect(await statusWith({ DARKROOM_TIMEOUT: '', DARKROOM_OPENCL: '0' })).toMatchObject({
      data: { render_seconds: null, opencl: false },
    })
    for (const wrong of ['0', '-5', 'ten', 'Infinity', '1e9'])
      await expect(statusWith({ DARKROOM_TIMEOUT: wrong })).rejects.toThrow(
        'DARKROOM_TIMEOUT must be a number of seconds from 1 to 86400.',
      )
    await expect(statusWith({ DARKROOM_OPENCL: 'gpu' })).rejects.toThrow('must be 1 or 0')
  })

  it('leaves OpenCL on if that is wanted, and off otherwise', async () => {
    expect((await notes()).every((line) => !line.includes('--disable-opencl'))).toBe(true)
    const binary = join(darkroom.photos, 'endless-darktable')
    const darktable = createDarktable({ binary, tempRoot })
    const { server } = darkroom.create({ darktable, renderMs: 3000 })
    await server.call('export_final', { image_id })
    expect((await notes()).at(-1)).toContain('--disable-opencl')
  })
})
