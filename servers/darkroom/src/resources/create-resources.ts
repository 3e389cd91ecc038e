import type { Resource } from 'toolaccord'
import type { Darkroom } from '../calls/darkroom.ts'
import { createImages } from './create-images.ts'
import { createPicture } from './create-picture.ts'
import { createPreview } from './create-preview.ts'

/** Creates all resources: the images, how each looks, and every picture that was made. */
export const createResources = (darkroom: Darkroom): readonly Resource[] => [
  createImages(darkroom),
  createPreview(darkroom),
  createPicture(darkroom),
]
