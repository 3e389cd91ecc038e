import { DarkroomError } from '../errors/darkroom-error.ts'
import { isPlainName, longestPlainName, plainNameRule } from './plain-name.ts'
import { quote } from './quote.ts'

/** True if an image may have this id. */
export const isImageId = (id: string): boolean => isPlainName(id)

/** Returns the id of an image; throws an error with the rule if it is not valid. */
export function checkImageId(id: string, path = 'image_id'): string {
  if (isImageId(id)) return id
  throw new DarkroomError('invalid_input', `${quote(id)} is not a valid image id.`, {
    path,
    hint: `An id ${plainNameRule}.`,
  })
}

/** Turns a file name into an id: its stem, with '_' for every character that ids cannot have. */
export function toImageId(fileName: string): string {
  const stem = fileName
    .replace(/\.[^.]*$/, '')
    .replaceAll(/[^A-Za-z0-9_.-]/g, '_')
    .replaceAll(/\.{2,}/g, '_')
  const trimmed = stem
    .slice(0, longestPlainName)
    .replace(/^[.-]+/, '')
    .replace(/[.-]+$/, '')
  return trimmed || 'image'
}
