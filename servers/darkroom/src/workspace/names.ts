import { DarkroomError } from '../darkroom-error.ts'

/**
 * Names of images and refs are single names of files: no separators, no dots in front, nothing that
 * leads elsewhere.
 */
const plainName = /^[A-Za-z0-9_][A-Za-z0-9_.-]*$/
const longest = 100
const plainRule = `has 1 to ${longest} letters, digits, '_', '.' and '-', does not start with '.' or '-' or end with them, and has no '..'`

const isPlain = (name: string) =>
  name.length <= longest && plainName.test(name) && !name.includes('..') && !/[.-]$/.test(name)

/** Whether an image may have this id. */
export const isImageId = (id: string): boolean => isPlain(id)

/** Whether a picture that was made may have this name. */
export const isPictureName = (name: string): boolean =>
  name.length <= 255 && plainName.test(name) && !name.includes('..')

/** The id of an image, or an error that says what ids are made of. */
export function checkImageId(id: string, path = 'image_id'): string {
  if (isImageId(id)) return id
  throw new DarkroomError('invalid_input', `${show(id)} is no image id.`, {
    path,
    hint: `An id ${plainRule}.`,
  })
}

/** An id for a file name: its stem, with '_' for what ids do not hold. */
export function toImageId(fileName: string): string {
  const stem = fileName
    .replace(/\.[^.]*$/, '')
    .replaceAll(/[^A-Za-z0-9_.-]/g, '_')
    .replaceAll(/\.{2,}/g, '_')
  const trimmed = stem
    .slice(0, longest)
    .replace(/^[.-]+/, '')
    .replace(/[.-]+$/, '')
  return trimmed === '' ? 'image' : trimmed
}

/** Whether a branch or tag may have this name. */
export const isRefName = (name: string): boolean =>
  isPlain(name) && name !== 'HEAD' && !isHash(name)

/** The name of a branch or tag, or an error that says what names are made of. */
export function checkRefName(name: string, path = 'name'): string {
  if (isRefName(name)) return name
  throw new DarkroomError('invalid_input', `${show(name)} is no name for a branch or tag.`, {
    path,
    hint: `A name ${plainRule}, and is neither HEAD nor a hash.`,
  })
}

/** A whole hash of a snapshot. */
export const isHash = (text: string): boolean => /^[0-9a-f]{64}$/.test(text)

/** The beginning of a hash, long enough to mean something. */
export const isShortHash = (text: string): boolean => /^[0-9a-f]{4,63}$/.test(text)

/** A text of a caller, quoted and cut for a message. */
export const show = (text: string): string =>
  JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text)

const mostListed = 20

/** Names in a row for a message; of many the first ones. */
export function listNames(names: readonly string[]): string {
  if (names.length === 0) return 'none'
  const rest = names.length - mostListed
  return `${names.slice(0, mostListed).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`
}
