import type { Resource } from 'toolaccord'
import type { Darkroom } from '../tools/darkroom.ts'
import { createImages } from './images.ts'
import { createPicture } from './picture.ts'
import { createPreview } from './preview.ts'

/**
 * What can be read by its address: which images there are, how each looks, and every picture that
 * was made.
 */
export const createResources = (darkroom: Darkroom): readonly Resource[] => [
  createImages(darkroom),
  createPreview(darkroom),
  createPicture(darkroom),
]
