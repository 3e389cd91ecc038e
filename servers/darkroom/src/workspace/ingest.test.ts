import {
  chmod,
  copyFile,
  mkdir,
  mkdtemp,
  readFile,
  readdir,
  readlink,
  rename,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  type Vocabulary,
  createBaseline,
  describeState,
  loadVocabulary,
  readXmp,
  writeXmp,
} from '../editing/index.ts'
import { ownPacks } from '../editing/vocabulary/own-packs.ts'
import { toDng } from '../picture/to-dng.ts'
import { noDarktable } from '../testing/open-darkroom.ts'
import { createWorkspaces } from './create-workspaces.ts'
import { ingest } from './ingest.ts'

let photos = ''
let root = ''
let vocabulary: Vocabulary
const dng = toDng({
  width: 64,
  height: 48,
  pixelAt: () => [0.18, 0.18, 0.18],
  make: 'Maker',
  model: 'M1',
  lensModel: 'L 50mm',
  focalLength: 50,
  orientation: 6,
})

beforeAll(async () => {
  vocabulary = await loadVocabulary(ownPacks)
})
beforeEach(async () => {
  photos = await mkdtemp(join(tmpdir(), 'photos-'))
  root = await mkdtemp(join(tmpdir(), 'root-'))
  await writeFile(join(photos, 'grey.dng'), dng)
})
afterEach(() =>
  Promise.all([photos, root].map((folder) => rm(folder, { recursive: true, maxRetries: 5 }))),
)

const open = () => createWorkspaces({ roots: [root], now: () => new Date(0) })
const toPlace = (photoFolders: readonly string[] = []) => ({
  workspaces: open(),
  vocabulary,
  darktable: noDarktable,
  photoFolders,
})
const take = (path: string, imageId?: string, folders: readonly string[] = []) =>
  ingest({ path: join(photos, path), imageId }, toPlace(folders))

describe('ingesting', () => {
  it('links to the original, keeps its EXIF data, and starts with an empty edit', async () => {
    const { workspace, bindings } = await take('grey.dng')
    expect(workspace.id).toBe('grey')
    expect(workspace.facts).toMatchObject({
      kind: 'raw',
      exif: { make: 'Maker', model: 'M1', lens_model: 'L 50mm', focal_length_mm: 50 },
      frame: { width: 64, height: 48, orientation: 6 },
      bytes: dng.length,
    })
    expect(workspace.frame).toMatchObject({
      camera: { make: 'Maker', model: 'M1', lens: 'L 50mm', focalLength: 50, aperture: 8 },
    })
    expect(await readlink(join(root, 'grey', 'raw', 'grey.dng'))).toBe(join(photos, 'grey.dng'))
    expect((await workspace.repository.head())?.text).toBe(
      writeXmp(createBaseline({ kind: 'raw' })),
    )
    expect((await workspace.repository.resolve('baseline')).hash).toBe(
      (await workspace.repository.head())?.hash,
    )
    expect(bindings).toEqual([])
  })

  it('recognises developed pictures, and reads their size', async () => {
    await sharp({ create: { width: 40, height: 30, channels: 3, background: 'grey' } })
      .jpeg()
      .withMetadata({ orientation: 3 })
      .toFile(join(photos, 'developed.jpg'))
    const { workspace } = await take('developed.jpg')
    expect(workspace.facts).toMatchObject({
      kind: 'ldr',
      frame: { width: 40, height: 30, orientation: 3 },
      exif: { make: null, lens_model: null },
    })
    expect((await workspace.repository.head())?.text).toBe(
      writeXmp(createBaseline({ kind: 'ldr' })),
    )
  })

  it('starts from the sidecar if there is one', async () => {
    const sidecar = writeXmp(createBaseline({ kind: 'raw' })).replace(
      '<rdf:Description',
      '<rdf:Description xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmp:Rating="4"',
    )
    await writeFile(join(photos, 'grey.dng.xmp'), sidecar)
    const { workspace } = await take('grey.dng')
    expect((await workspace.repository.head())?.text).toBe(
      writeXmp(readXmp(sidecar, { kind: 'raw' })),
    )
    await writeFile(join(photos, 'grey.dng.xmp'), 'not a sidecar')
    await expect(take('grey.dng', 'again')).rejects.toMatchObject({
      code: 'state_error',
      message: expect.stringContaining('sidecar'),
    })
  })

  it('binds the only correction of exactly this camera and lens, and none of several', async () => {
    const entry = (name: string, lens_model: string) => ({
      name,
      layer: 'L1',
      subtype: 'lens',
      description: name,
      tags: ['lens'],
      modules: [{ operation: 'exposure', modversion: 6, values: { exposure: 0.3 } }],
      applies_to: { make: 'Maker', model: 'M1', lens_model },
    })
    const load = async (...entries: readonly object[]) => {
      await writeFile(
        join(photos, 'manifest.json'),
        JSON.stringify({
          pack: 'mine',
          darktable_version: '4.2.1',
          source: 'test',
          license: 'MIT',
          entries,
        }),
      )
      return loadVocabulary([...ownPacks, photos])
    }
    const takeWith = async (vocabulary: Vocabulary, imageId: string) => {
      const { workspace, bindings } = await ingest(
        { path: join(photos, 'grey.dng'), imageId },
        { ...toPlace(), vocabulary },
      )
      return [
        describeState(readXmp((await workspace.repository.head())?.text ?? '')).layers_present.L1,
        bindings.map(({ name }) => name),
      ]
    }
    expect(
      await takeWith(await load(entry('mine', 'L 50mm'), entry('other', 'l 50mm')), 'one'),
    ).toEqual([true, ['mine']])
    expect(
      await takeWith(await load(entry('mine', 'L 50mm'), entry('too', 'L 50mm')), 'several'),
    ).toEqual([false, ['mine', 'too']])
    expect(await takeWith(await load(entry('other', 'L 35mm')), 'none')).toEqual([false, []])
  })

  it('finds its workspaces after a restart', async () => {
    await take('grey.dng')
    expect((await open().open('grey')).facts.file).toBe('grey.dng')
    await expect(open().open('gray')).rejects.toMatchObject({
      code: 'not_found',
      hint: expect.stringMatching(
        /^Did you mean 'grey'\? There is grey\. A photo gets an id when it is ingested/,
      ),
      details: { image_id: 'gray' },
    })
  })

  it('has hints for an empty workspace, and for . outside of an image', async () => {
    await expect(open().open('grey')).rejects.toMatchObject({
      code: 'not_found',
      hint: expect.stringContaining('no image in this workspace yet'),
    })
    await expect(open().open('.')).rejects.toMatchObject({
      code: 'invalid_input',
      path: 'image_id',
      message: expect.stringContaining('not the folder of an image'),
    })
    expect((await take('grey.dng')).workspace.id).toBe('grey')
    expect((await createWorkspaces({ roots: [root], here: 'grey' }).open('.')).id).toBe('grey')
  })

  it('says that the root is not a folder', async () => {
    const workspaces = createWorkspaces({ roots: [join(photos, 'grey.dng')] })
    await expect(
      ingest({ path: join(photos, 'grey.dng') }, { ...toPlace(), workspaces }),
    ).rejects.toMatchObject({
      code: 'state_error',
      hint: expect.stringContaining(join(photos, 'grey.dng')),
    })
  })

  it('makes no second image of an id, and leaves nothing behind', async () => {
    await take('grey.dng')
    await expect(take('grey.dng')).rejects.toMatchObject({
      code: 'state_error',
      message: expect.stringContaining('This photo is already'),
      details: { image_id: 'grey' },
    })
    await writeFile(join(photos, 'other.dng'), Buffer.from(dng).fill(1, 500, 501))
    await expect(take('other.dng', 'grey')).rejects.toMatchObject({
      code: 'state_error',
      hint: 'Give another image_id.',
    })
    const both = await Promise.allSettled([take('grey.dng', 'two'), take('grey.dng', 'two')])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect((await readdir(root)).sort()).toEqual(['grey', 'two'])
  })

  it('never writes to the original or its folder', async () => {
    const before = await stat(join(photos, 'grey.dng'))
    await chmod(photos, 0o555)
    await take('grey.dng')
    await chmod(photos, 0o755)
    expect((await stat(join(photos, 'grey.dng'))).mtimeMs).toBe(before.mtimeMs)
    expect(await readFile(join(photos, 'grey.dng'))).toEqual(Buffer.from(dng))
    expect(await readdir(photos)).toEqual(['grey.dng'])
  })

  it('refuses files that are not photos, do not exist, or are folders', async () => {
    await writeFile(join(photos, 'text.nef'), 'this is a text')
    await mkdir(join(photos, 'folder.dng'))
    await expect(take('text.nef')).rejects.toMatchObject({
      code: 'invalid_input',
      path: 'raw_path',
      message: expect.stringContaining('text.nef'),
    })
    await writeFile(join(photos, 'text.txt'), 'this is a text')
    await expect(take('text.txt')).rejects.toMatchObject({
      code: 'invalid_input',
      message: "text.txt is not a photo: '.txt' is not an extension of photos.",
    })
    await expect(take('gone.dng')).rejects.toMatchObject({ code: 'not_found', path: 'raw_path' })
    await expect(take('folder.dng')).rejects.toMatchObject({
      code: 'not_found',
      message: expect.stringContaining('is a folder'),
    })
    await expect(take('grey.dng', '../outside')).rejects.toMatchObject({
      code: 'invalid_input',
      path: 'image_id',
    })
    expect(await readdir(root)).toEqual([])
  })

  it('takes photos only from allowed folders, also through links', async () => {
    const elsewhere = await mkdtemp(join(tmpdir(), 'elsewhere-'))
    await copyFile(join(photos, 'grey.dng'), join(elsewhere, 'other.dng'))
    await symlink(join(elsewhere, 'other.dng'), join(photos, 'link.dng'))
    expect((await take('grey.dng', undefined, [photos])).workspace.id).toBe('grey')
    await expect(take('link.dng', undefined, [photos])).rejects.toMatchObject({
      code: 'invalid_input',
      path: 'raw_path',
    })
    await expect(take('../nowhere.dng', undefined, [photos])).rejects.toMatchObject({
      code: 'invalid_input',
    })
    await rm(elsewhere, { recursive: true })
  })

  it('puts images only into roots of the server', async () => {
    const request = { path: join(photos, 'grey.dng'), root: tmpdir() }
    await expect(ingest(request, toPlace())).rejects.toMatchObject({
      code: 'invalid_input',
      path: 'workspace_root',
    })
    expect((await ingest({ ...request, root }, toPlace())).workspace.folder).toBe(
      join(root, 'grey'),
    )
  })
})

describe('the original of a workspace', () => {
  it('must be at its place, with the same bytes', async () => {
    const { workspace } = await take('grey.dng')
    await utimes(join(photos, 'grey.dng'), 1, 1)
    expect(await workspace.original()).toBe(join(root, 'grey', 'raw', 'grey.dng'))
    await writeFile(join(photos, 'grey.dng'), Buffer.from(dng).fill(1, 500, 501))
    await expect(workspace.original()).rejects.toMatchObject({
      code: 'state_error',
      details: { file: 'grey.dng' },
    })
    await rename(join(photos, 'grey.dng'), join(photos, 'moved.dng'))
    await expect(workspace.original()).rejects.toMatchObject({
      code: 'state_error',
      message: expect.stringContaining('not where'),
    })
  })
})
