import type { ImageFacts } from './image-facts.ts'

/** Reads the size of a developed picture as stored; returns null if the file cannot be read. */
export async function readPictureSize(
  path: string,
): Promise<Pick<NonNullable<ImageFacts['frame']>, 'width' | 'height'> | null> {
  // Loaded on demand: most calls read no picture, and a command must start fast.
  const { default: sharp } = await import('sharp')
  try {
    const { width, height } = await sharp(path).metadata()
    return { width, height }
  } catch {
    return null
  }
}
