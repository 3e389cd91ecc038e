import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createRestHandler } from 'toolaccord/rest'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDarkroom } from '../testing/open-darkroom.ts'

const darkroom = await openDarkroom()
const { server } = darkroom.create()
const get = (path: string) =>
  createRestHandler(server)(new Request(`http://localhost/images/${path}`))
const picture = Buffer.from([0xff, 0xd8, 0xff, 1, 2, 3])

beforeAll(async () => {
  await darkroom.clear()
  expect(
    await server.call('ingest', { raw_path: join(darkroom.photos, 'grey.dng') }),
  ).toMatchObject({ ok: true })
  const folder = join(darkroom.root, 'grey')
  await writeFile(join(folder, 'previews', 'a1.jpg'), picture)
  await writeFile(join(folder, 'exports', 'grey_1-2.png'), picture)
  await writeFile(join(folder, 'previews', '.half.jpg'), picture)
  await writeFile(join(darkroom.photos, 'secret.jpg'), picture)
  await symlink(join(darkroom.photos, 'secret.jpg'), join(folder, 'previews', 'link.jpg'))
  await mkdir(join(folder, 'previews', 'folder.jpg'))
})
afterAll(() => darkroom.remove())

describe('the pictures of an image', () => {
  it('are read over HTTP by the last parts of their path', async () => {
    const response = await get('grey/previews/a1.jpg')
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
    expect(Buffer.from(await response.arrayBuffer())).toEqual(picture)
    expect((await get('grey/exports/grey_1-2.png')).headers.get('content-type')).toBe('image/png')
  })

  it.each([
    'grey/previews/none.jpg',
    'none/previews/a1.jpg',
    'grey/sessions/a1.jpg',
    'grey/raw/grey.dng',
    'grey/previews/.half.jpg',
    'grey/previews/link.jpg',
    'grey/previews/folder.jpg',
    'grey/previews/..%2F..%2Fimage.json',
    '..%2Fphotos/previews/secret.jpg',
    'grey/..%2Fpreviews/a1.jpg',
    'grey/previews/a1.jpg%00',
  ])('are the only files that can be read: not %s', async (path) => {
    expect((await get(path)).status).toBe(404)
  })
})
