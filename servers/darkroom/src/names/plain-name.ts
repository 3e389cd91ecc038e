/**
 * Names of images, branches and tags are single file names: no separators, no leading dot, nothing
 * that leads out of a folder.
 */
const plainName = /^[A-Za-z0-9_][A-Za-z0-9_.-]*$/

/** The most characters that a plain name may have. */
export const longestPlainName = 100

/** The rule for plain names, for messages. */
export const plainNameRule = [
  `has 1 to ${longestPlainName} letters, digits, '_', '.' and '-'`,
  `does not start with '.' or '-' or end with them`,
  `and has no '..'`,
].join(', ')

/** True if a string may name an image, a branch or a tag. */
export const isPlainName = (name: string): boolean =>
  name.length <= longestPlainName &&
  plainName.test(name) &&
  !name.includes('..') &&
  !/[.-]$/.test(name)

/** True if a string may name the file of a preview or an export. */
export const isPictureName = (name: string): boolean =>
  name.length <= 255 && plainName.test(name) && !name.includes('..')
