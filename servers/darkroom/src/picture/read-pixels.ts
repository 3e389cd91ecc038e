import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import sharp from 'sharp'
import type { Pixels } from '../editing/index.ts'
import { DarkroomError } from '../errors/darkroom-error.ts'

const mostBytes = 268_435_456
const mostPixels = 100_000_000

/** Reads a JPEG, PNG, TIFF or WebP file as 8-bit sRGB; throws if that is not possible. */
export async function readPixels(path: string, argument: string): Promise<Pixels> {
  const { size } = await stat(path)
  if (size > mostBytes)
    throw new DarkroomError(
      'invalid_input',
      `${basename(path)} has ${size} bytes; at most ${mostBytes} are read.`,
      { path: argument },
    )
  try {
    const { data, info } = await sharp(path, { limitInputPixels: mostPixels })
      .toColourspace('srgb')
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    return { data, width: info.width, height: info.height, channels: 3 }
  } catch (thrown) {
    throw new DarkroomError('invalid_input', `${basename(path)} cannot be read as a picture.`, {
      path: argument,
      hint: 'Give a JPEG, PNG, TIFF or WebP file, such as an export.',
      cause: thrown,
    })
  }
}
