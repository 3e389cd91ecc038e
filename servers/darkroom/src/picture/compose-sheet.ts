import { rename, unlink } from 'node:fs/promises'
import { dirname } from 'node:path'
import sharp from 'sharp'
import { ifThere } from '../disk/if-there.ts'
import { newPart } from '../disk/parts.ts'
import { toCaption } from './to-caption.ts'

/** One picture of a sheet, with its label. */
export interface SheetPicture {
  readonly path: string
  readonly label: string
}

const gap = 8
const captionHeight = 24
const quality = 92

/** Composes pictures side by side on white, in rows, and writes the sheet as a JPEG. */
export async function composeSheet(
  pictures: readonly SheetPicture[],
  columns: number,
  output: string,
): Promise<void> {
  const sizes = await Promise.all(pictures.map(({ path }) => sharp(path).metadata()))
  const width = Math.max(...sizes.map((size) => size.width))
  const height = Math.max(...sizes.map((size) => size.height))
  const rows = Math.ceil(pictures.length / columns)
  const parts = pictures.flatMap(({ path, label }, index) => {
    const left = (index % columns) * (width + gap)
    const top = Math.floor(index / columns) * (captionHeight + height + gap)
    return [
      { input: Buffer.from(toCaption(label, width, captionHeight)), left, top },
      { input: path, left, top: top + captionHeight },
    ]
  })
  const sheet = {
    width: columns * (width + gap) - gap,
    height: rows * (captionHeight + height + gap) - gap,
    channels: 3,
    background: 'white',
  } as const
  const part = newPart(dirname(output))
  try {
    await sharp({ create: sheet }).composite(parts).jpeg({ quality }).toFile(part)
    await rename(part, output)
  } finally {
    await ifThere(unlink(part))
  }
}
