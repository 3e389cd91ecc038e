import { join } from 'node:path'
import { createRestHandler } from 'toolaccord/rest'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDarkroom } from '../testing/open-darkroom.ts'

const darkroom = await openDarkroom()
const { server } = darkroom.create({
  log: { trace() {}, debug() {}, info() {}, warn() {}, error() {} },
})
const handle = createRestHandler(server)
const get = (path: string) => handle(new Request(`http://localhost${path}`))
const resource = (name: string) =>
  server.resources().find((one) => one.name === name) ?? expect.fail(name)

beforeAll(async () => {
  await darkroom.clear()
  for (const image_id of ['one', 'other'])
    await server.call('ingest', { raw_path: join(darkroom.photos, 'grey.dng'), image_id })
  await server.call('apply_primitive', { image_id: 'one', primitive_name: 'exposure', value: 1 })
})
afterAll(() => darkroom.remove())

describe('the images', () => {
  it('are listed with the state of their edits', async () => {
    expect(await (await get('/images')).json()).toEqual({
      images: [
        {
          image_id: 'one',
          file: 'grey.dng',
          ingested_at: expect.any(String),
          exif_summary: expect.objectContaining({ make: 'Toolaccord' }),
          state: expect.objectContaining({ entry_count: 1, head_hash: expect.any(String) }),
        },
        expect.objectContaining({
          image_id: 'other',
          state: expect.objectContaining({ entry_count: 0 }),
        }),
      ],
    })
  })

  it('have ids that are completed', async () => {
    const { complete } = resource('preview')
    expect([
      await complete?.image_id?.('o'),
      await complete?.image_id?.('ot'),
      await complete?.image_id?.('x'),
    ]).toEqual([['one', 'other'], ['other'], []])
    const [prompt] = server.prompts()
    expect(await prompt?.arguments?.image?.complete?.('on')).toEqual(['one'])
  })

  it('have no picture if there is no such image, whatever its name', async () => {
    for (const id of ['none', '..', '%2e%2e%2fother', '.'])
      expect([id, (await get(`/images/${id}/preview`)).status]).toEqual([id, 404])
  })
})
