import { join } from 'node:path'
import { describeFaces } from 'toolaccord/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { image_id, refused } from '../testing/describe-darkroom.ts'
import { openDarkroom } from '../testing/open-darkroom.ts'

const darkroom = await openDarkroom()
afterAll(() => darkroom.remove())

describeFaces(
  'ingest',
  () => darkroom.create().server,
  (client) => {
    const raw_path = join(darkroom.photos, 'grey.dng')
    const ingest = async (args: object) =>
      (await client.call('ingest', { raw_path, ...args })).outcome
    beforeAll(() => darkroom.clear())

    it('takes a photo in', async () => {
      expect(await ingest({})).toMatchObject({
        ok: true,
        data: {
          image_id,
          root: join(darkroom.root, image_id),
          exif_summary: {
            make: 'Toolaccord',
            model: 'Pinhole',
            lens_model: 'Pinhole 35mm',
            focal_length_mm: 35,
          },
          suggested_bindings: [],
        },
        notes: {
          warnings: [{ code: 'NOT_CHECKED', message: expect.stringContaining('is not installed') }],
        },
      })
    })

    it('refuses ids, files and roots that are not valid', async () => {
      expect(await ingest({})).toMatchObject(refused('state_error', { details: { image_id } }))
      expect(await ingest({ raw_path: '/nowhere.nef' })).toMatchObject(
        refused('not_found', { path: 'raw_path' }),
      )
      expect(await ingest({ image_id: '../out' })).toMatchObject(
        refused('invalid_input', { path: 'image_id' }),
      )
      expect(await ingest({ image_id: 'x', workspace_root: '/tmp' })).toMatchObject(
        refused('invalid_input', { path: 'workspace_root' }),
      )
    })
  },
)
