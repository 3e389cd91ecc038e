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

/** Real darktable, our vocabulary, and a folder for the time of a test file. */
export interface Studio {
  readonly vocabulary: Vocabulary
  find(name: string): VocabularyEntry
  apply(state: EditState, name: string, options?: ApplyOptions): EditState
  /** Writes a raw file; gives its path. */
  shoot(scene: Scene): Promise<string>
  /** Writes a grey PNG; gives its path. */
  paint(picture: {
    readonly width: number
    readonly height: number
    readonly grey: number
  }): Promise<string>
  /** In full size, or as a preview with a longer side of so many pixels. */
  render(state: EditState, photo: string, longer?: number): Promise<Picture>
  /** The sidecar that darktable itself writes into a JPEG. */
  sidecarOf(state: EditState, photo: string): Promise<string>
  close(): Promise<void>
}

/** Opens a studio; without darktable there is none. */
export async function createStudio(): Promise<Studio> {
  const folder = await mkdtemp(join(tmpdir(), 'darkroom-pixels-'))
  const vocabulary = await loadVocabulary(ownPacks)
  const darktable = createDarktable()
  if (!(await darktable.probe()))
    throw new Error(
      'These tests need darktable-cli: apt-get install --no-install-recommends darktable',
    )
  let count = 0

  const find = (name: string): VocabularyEntry => {
    const entry = vocabulary.find(name)
    if (entry === undefined) throw new Error(`No entry is named '${name}'`)
    return entry
  }
  const render: Studio['render'] = async (state, photo, longer = 0) => {
    const output = join(folder, `picture-${count++}.png`)
    await darktable.render({
      original: photo,
      xmp: writeXmp(state),
      output,
      format: 'png',
      width: longer,
      height: longer,
    })
    const { data, info } = await sharp(output)
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    return { data, width: info.width, height: info.height }
  }
  const sidecarOf = async (state: EditState, photo: string): Promise<string> => {
    const output = join(folder, `picture-${count++}.jpg`)
    await darktable.render({ original: photo, xmp: writeXmp(state), output, format: 'jpeg' })
    const [text = ''] = /<x:xmpmeta[^]*<\/x:xmpmeta>/.exec(await readFile(output, 'utf8')) ?? []
    return text
  }
  const shoot = async (scene: Scene): Promise<string> => {
    const path = join(folder, `photo-${count++}.dng`)
    await writeFile(path, toDng(scene))
    return path
  }
  const paint: Studio['paint'] = async ({ width, height, grey }) => {
    const path = join(folder, `painting-${count++}.png`)
    await sharp({
      create: { width, height, channels: 3, background: { r: grey, g: grey, b: grey } },
    })
      .png()
      .toFile(path)
    return path
  }
  return {
    vocabulary,
    find,
    apply: (state, name, options = {}) => applyEntry(state, find(name), { vocabulary, ...options }),
    shoot,
    paint,
    render,
    sidecarOf,
    close: () => rm(folder, { recursive: true, force: true }),
  }
}
