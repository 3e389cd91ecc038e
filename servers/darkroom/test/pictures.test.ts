import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { createRestHandler } from 'toolaccord/rest'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDarktable } from '../src/editing/index.ts'
import { openDarkroom } from '../src/testing/open-darkroom.ts'

const darkroom = await openDarkroom()
const { server } = darkroom.create({ darktable: createDarktable(), desk: true })
beforeAll(async () => {
  await darkroom.clear()
  await server.call('ingest', { raw_path: join(darkroom.photos, 'grey.dng') })
})
afterAll(() => darkroom.remove())

describe('the picture of an image', () => {
  it('is read over HTTP, changes with the edit, and is not sent twice', async () => {
    const handle = createRestHandler(server)
    const get = (headers: Record<string, string> = {}) =>
      handle(new Request('http://localhost/images/grey/preview', { headers }))
    const levels: number[] = []
    for (const value of [0, 1]) {
      await server.call('apply_primitive', { image_id: 'grey', primitive_name: 'exposure', value })
      const response = await get()
      expect(response.headers.get('content-type')).toBe('image/jpeg')
      const { channels } = await sharp(Buffer.from(await response.arrayBuffer())).stats()
      levels.push(channels[1]?.mean ?? 0)
      const etag = response.headers.get('etag') ?? ''
      expect((await get({ 'if-none-match': etag })).status).toBe(304)
    }
    expect(levels).toEqual([expect.closeTo(118, 0), expect.closeTo(162, 0)])
  }, 60_000)
})

describe('a raw file that darktable cannot read', () => {
  it.each([
    ['is cut', 'cut.dng', (whole: Uint8Array) => whole.subarray(0, whole.length / 2)],
    ['is only a header', 'header.nef', () => Buffer.from('49492a000800000000000000', 'hex')],
  ])(
    'is not taken in if it %s, and its id stays free',
    async (_, name, toFile) => {
      const raw_path = join(darkroom.photos, name)
      const whole = await readFile(join(darkroom.photos, 'grey.dng'))
      await writeFile(raw_path, toFile(whole))
      expect(await server.call('ingest', { raw_path, image_id: 'damaged' })).toMatchObject({
        ok: false,
        problems: [
          { code: 'invalid_input', path: 'raw_path', message: `darktable cannot read ${name}.` },
        ],
      })
      expect(await server.call('get_state', { image_id: 'damaged' })).toMatchObject({ ok: false })
    },
    60_000,
  )
})

describe('vocab validate', () => {
  it.each(['exposure', 'crop', 'look_neutral'])(
    'renders %s',
    async (name) => {
      expect(await server.call('vocab_validate', { name })).toMatchObject({
        ok: true,
        data: { checks: { 3: { check: 'darktable', result: 'passed' } } },
      })
    },
    60_000,
  )
})
