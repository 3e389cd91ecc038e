import type { ImageFacts } from './image-facts.ts'

/** The pixels of a developed picture as stored; null where the file does not tell. */
export async function readPictureSize(
  path: string,
): Promise<Pick<NonNullable<ImageFacts['frame']>, 'width' | 'height'> | null> {
  // Loaded here only: most calls look at no picture, and a command must start fast.
  const { default: sharp } = await import('sharp')
  try {
    const { width, height } = await sharp(path).metadata()
    return { width, height }
  } catch {
    return null
  }
}
