import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import {
  type ApplyOptions,
  applyEntry,
  createDarktable,
  type EditState,
  loadVocabulary,
  ownPacks,
  type Vocabulary,
  type VocabularyEntry,
  writeXmp,
} from '../../src/editing/index.ts'
import { type Scene, toDng } from '../../src/picture/to-dng.ts'
import type { Picture } from './pixels.ts'

/** Real darktable, our vocabulary, and a folder for one test file. */
export interface Studio {
  readonly vocabulary: Vocabulary
  find(name: string): VocabularyEntry
  apply(state: EditState, name: string, options?: ApplyOptions): EditState
  /** Writes a raw file, and returns its path. */
  shoot(scene: Scene): Promise<string>
  /** Writes a grey PNG, and returns its path. */
  paint(picture: {
    readonly width: number
    readonly height: number
    readonly grey: number
  }): Promise<string>
  /** Renders in full size, or as a preview with this longer side. */
  render(state: EditState, photo: string, longer?: number): Promise<Picture>
  /** Returns the sidecar that darktable writes into a JPEG. */
  sidecarOf(state: EditState, photo: string): Promise<string>
  close(): Promise<void>
}

/** Creates a studio; throws without darktable. */
export async function createStudio(): Promise<Studio> {
  const folder = await mkdtemp(join(tmpdir(), 'darkroom-pixels-'))
  const vocabulary = await loadVocabulary(ownPacks)
  const darktable = createDarktable()
  if (!(await darktable.probe()))
    throw new Error(
      'These tests need darktable-cli: apt-get install --no-install-recommends darktable',
    )
  let count = 0
  const newPath = (name: string, extension: string) =>
    join(folder, `${name}-${count++}.${extension}`)

  const find = (name: string): VocabularyEntry => {
    const entry = vocabulary.find(name)
    if (entry === undefined) throw new Error(`No entry is named '${name}'`)
    return entry
  }
  return {
    vocabulary,
    find,
    apply: (state, name, options = {}) => applyEntry(state, find(name), { vocabulary, ...options }),
    async shoot(scene) {
      const path = newPath('photo', 'dng')
      await writeFile(path, toDng(scene))
      return path
    },
    async paint(picture) {
      const path = newPath('painting', 'png')
      await paintGrey(path, picture)
      return path
    },
    async render(state, original, longer = 0) {
      const output = newPath('picture', 'png')
      const size = { width: longer, height: longer }
      await darktable.render({ original, xmp: writeXmp(state), output, format: 'png', ...size })
      return readPicture(output)
    },
    async sidecarOf(state, original) {
      const output = newPath('picture', 'jpg')
      await darktable.render({ original, xmp: writeXmp(state), output, format: 'jpeg' })
      const text = await readFile(output, 'utf8')
      return /<x:xmpmeta[^]*<\/x:xmpmeta>/.exec(text)?.[0] ?? ''
    },
    close: () => rm(folder, { recursive: true, force: true }),
  }
}

async function paintGrey(
  path: string,
  { width, height, grey }: Parameters<Studio['paint']>[0],
): Promise<void> {
  const background = { r: grey, g: grey, b: grey }
  await sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toFile(path)
}

async function readPicture(path: string): Promise<Picture> {
  const { data, info } = await sharp(path).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}
