import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdir, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { createDarktable } from '../src/editing/index.ts'
import { greyDng, noDarktable, openDarkroom } from '../src/testing/open-darkroom.ts'

const darkroom = await openDarkroom()
const image_id = 'grey'
const darktable = createDarktable()

beforeEach(() => darkroom.clear())
afterAll(() => darkroom.remove())

async function openServer(options: Parameters<typeof darkroom.create>[0] = {}) {
  const { server } = darkroom.create({ darktable, ...options })
  expect(
    await server.call('ingest', { raw_path: join(darkroom.photos, 'grey.dng') }),
  ).toMatchObject({ ok: true })
  return server
}

/** Returns the running darktable processes that this process has started. */
function rendering(): readonly number[] {
  const children = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8')
    .trim()
    .split(' ')
    .filter(Boolean)
    .map(Number)
  return children.filter((pid) => readFileSync(`/proc/${pid}/comm`, 'utf8').startsWith('darktable'))
}

async function untilRendering(): Promise<number> {
  for (let tries = 0; tries < 3000; tries++) {
    const [pid] = rendering()
    if (pid !== undefined) return pid
    await wait(10)
  }
  throw new Error('darktable was not started')
}

describe('darktable', { timeout: 60_000 }, () => {
  it('fails clearly if it is killed, leaves nothing behind, and renders again', async () => {
    const server = await openServer()
    const answer = server.call('render_preview', { image_id })
    process.kill(await untilRendering(), 'SIGKILL')
    expect(await answer).toMatchObject({
      ok: false,
      problems: [{ code: 'darktable_error', details: { reason: 'failed' } }],
    })
    expect(await readdir(join(darkroom.root, image_id, 'previews'))).toEqual([])
    expect(await server.call('render_preview', { image_id })).toMatchObject({ ok: true })
  })

  it('is stopped if the caller leaves', async () => {
    const server = await openServer()
    const controller = new AbortController()
    const answer = server.call('export_final', { image_id }, { signal: controller.signal })
    await untilRendering()
    controller.abort()
    expect(await answer).toMatchObject({ ok: false, problems: [{ code: 'state_error' }] })
    for (let tries = 0; rendering().length > 0 && tries < 200; tries++) await wait(10)
    expect(rendering()).toEqual([])
    const exports = join(darkroom.root, image_id, 'exports')
    for (let tries = 0; (await readdir(exports)).length > 0 && tries < 100; tries++) await wait(10)
    expect(await readdir(exports)).toEqual([])
  })

  it('is stopped if the job that it renders for is cancelled', async () => {
    const server = await openServer()
    const asked = { image_ids: [image_id, image_id, image_id] }
    const handle = await server.callByName('export_batch', asked, { waitMs: 0 })
    // The cast names what a caller gets that does not wait.
    const { job_id } = handle.data as { readonly job_id: string }
    await untilRendering()
    await server.callByName('get_result', { job_id, cancel: true })
    expect(await server.callByName('get_result', { job_id })).toMatchObject({
      ok: false,
      problems: [{ code: 'state_error' }],
    })
    for (let tries = 0; rendering().length > 0 && tries < 500; tries++) await wait(10)
    expect(rendering()).toEqual([])
  })

  it('has cleaned up once the server is closed, however its last call ended', async () => {
    const tempRoot = join(darkroom.photos, 'temporary')
    await mkdir(tempRoot)
    const { server, close } = darkroom.create({ darktable: createDarktable({ tempRoot }) })
    expect(
      await server.call('ingest', { raw_path: join(darkroom.photos, 'grey.dng') }),
    ).toMatchObject({ ok: true })
    const controller = new AbortController()
    const answer = server.call('export_final', { image_id }, { signal: controller.signal })
    await untilRendering()
    controller.abort()
    await answer
    await close()
    expect(await readdir(tempRoot)).toEqual([])
  })

  it('that is not installed prevents only rendering', async () => {
    const server = await openServer({
      darktable: createDarktable({ binary: join(darkroom.root, 'no-darktable') }),
    })
    expect(
      await server.call('apply_primitive', { image_id, primitive_name: 'exposure', value: 1 }),
    ).toMatchObject({ ok: true })
    for (const [tool, args] of [
      ['render_preview', {}],
      ['compare', { hash_a: 'HEAD', hash_b: 'baseline' }],
      ['export_final', {}],
    ] as const) {
      expect(await server.call(tool, { image_id, ...args })).toMatchObject({
        ok: false,
        problems: [
          {
            code: 'darktable_error',
            message: expect.stringContaining('apt-get install'),
            details: { reason: 'missing' },
          },
        ],
      })
    }
  })

  it('reports that a raw file that was cut short cannot be read', async () => {
    await writeFile(join(darkroom.photos, 'grey.dng'), greyDng(640, 480).subarray(0, 4000))
    await openServer({ darktable: noDarktable })
    const { server } = darkroom.create({ darktable })
    expect(await server.call('render_preview', { image_id })).toMatchObject({
      ok: false,
      problems: [
        {
          code: 'darktable_error',
          details: {
            stderr: expect.any(String),
            reason: expect.stringMatching(/unreadable|failed/),
          },
        },
      ],
    })
    expect(await server.call('get_state', { image_id })).toMatchObject({ ok: true })
  })
})

describe('files', { timeout: 60_000 }, () => {
  it('that are texts with names of photos are refused before anything is written', async () => {
    await writeFile(
      join(darkroom.photos, 'text.nef'),
      'Dear diary, this is not a photo.\n'.repeat(100),
    )
    const { server } = darkroom.create({ darktable })
    expect(
      await server.call('ingest', { raw_path: join(darkroom.photos, 'text.nef') }),
    ).toMatchObject({ ok: false, problems: [{ code: 'invalid_input', path: 'raw_path' }] })
    expect(await readdir(darkroom.root)).toEqual([])
  })

  it('are never written to, whatever is done', async () => {
    const path = join(darkroom.photos, 'grey.dng')
    const before = await stat(path)
    const bytes = await readFile(path)
    const server = await openServer()
    for (const [tool, args] of [
      ['apply_primitive', { primitive_name: 'exposure', value: 1 }],
      ['render_preview', { size: 64 }],
      ['export_final', { size: 64 }],
      ['reset', {}],
    ] as const) {
      expect(await server.call(tool, { image_id, ...args })).toMatchObject({ ok: true })
    }
    expect(await readFile(path)).toEqual(bytes)
    expect((await stat(path)).mtimeMs).toBe(before.mtimeMs)
    expect(await readdir(darkroom.photos)).toEqual(['grey.dng'])
  })
})

/** Mounts a small disk; returns the reason if that is not possible here. */
function tryMount(folder: string, size = '400k'): string | undefined {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder], { stdio: 'pipe' })
    return undefined
  } catch (thrown) {
    return String(thrown)
  }
}

describe('a disk that is full', { timeout: 60_000 }, () => {
  it('fails edits clearly, changes nothing, and works again once there is room', async ({
    skip,
  }) => {
    const disk = join(darkroom.photos, 'disk')
    await mkdir(disk)
    const reason = tryMount(disk)
    skip(reason !== undefined, `a small tmpfs cannot be mounted: ${reason}`)
    try {
      const server = await openServer({ roots: [disk] })
      const edit = (value: number) =>
        server.call('apply_primitive', { image_id, primitive_name: 'exposure', value })
      expect(await edit(0.5)).toMatchObject({ ok: true })
      const before = await server.call('get_state', { image_id })
      const logBefore = await server.call('log', { image_id })
      await writeFile(join(disk, 'ballast'), new Uint8Array(800_000)).catch(() => {})
      for (const value of [1, 2, 3])
        expect(await edit(value)).toMatchObject({
          ok: false,
          problems: [{ code: 'state_error', details: { reason: 'disk_full' } }],
        })
      expect(await server.call('get_state', { image_id })).toMatchObject({
        data: before.ok && before.data,
      })
      expect(await server.call('log', { image_id })).toMatchObject({
        data: logBefore.ok && logBefore.data,
      })
      expect(await server.call('render_preview', { image_id, size: 64 })).toMatchObject({
        ok: false,
        problems: [{ code: 'state_error', details: { reason: 'disk_full' } }],
      })
      await rm(join(disk, 'ballast'))
      expect(await edit(1)).toMatchObject({ ok: true })
      expect(await server.call('render_preview', { image_id, size: 64 })).toMatchObject({
        ok: true,
      })
    } finally {
      execFileSync('umount', ['-l', disk])
    }
  })
})

describe('a disk that is read only', { timeout: 60_000 }, () => {
  it('still shows existing pictures, and names what may not be written', async ({ skip }) => {
    const disk = join(darkroom.photos, 'disk')
    await mkdir(disk)
    const reason = tryMount(disk, '4m')
    skip(reason !== undefined, `a small tmpfs cannot be mounted: ${reason}`)
    try {
      const warned: string[] = []
      const log = {
        trace() {},
        debug() {},
        info() {},
        error() {},
        warn(message: string) {
          warned.push(message)
        },
      }
      const server = await openServer({ roots: [disk], log })
      const shown = await server.call('render_preview', { image_id, size: 64 })
      const compared = await server.call('compare', {
        image_id,
        hash_a: 'HEAD',
        hash_b: 'baseline',
        size: 64,
      })
      execFileSync('mount', ['-o', 'remount,ro', disk])
      expect(await server.call('render_preview', { image_id, size: 64 })).toMatchObject({
        ok: true,
        data: { jpeg_path: (shown.data as { jpeg_path: string }).jpeg_path },
      })
      expect(
        await server.call('compare', { image_id, hash_a: 'HEAD', hash_b: 'baseline', size: 64 }),
      ).toMatchObject({ ok: true, data: compared.data })
      const calls = [
        ['render_preview', { size: 65 }, 'previews'],
        ['export_final', { size: 64 }, 'exports'],
        ['apply_primitive', { primitive_name: 'exposure', value: 1 }, 'lock'],
      ] as const
      for (const [tool, args, folder] of calls) {
        expect(await server.call(tool, { image_id, ...args })).toMatchObject({
          ok: false,
          problems: [
            {
              code: 'state_error',
              message: expect.stringContaining(`'${folder}'`),
              details: { reason: 'not_permitted' },
            },
          ],
        })
      }
      expect(warned).toEqual(['the transcript could not be written'])
    } finally {
      execFileSync('umount', ['-l', disk])
    }
  })
})
