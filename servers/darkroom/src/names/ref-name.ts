import { DarkroomError } from '../errors/darkroom-error.ts'
import { isPlainName, plainNameRule } from './plain-name.ts'
import { quote } from './quote.ts'

/** True if a string is the whole hash of a snapshot. */
export const isHash = (text: string): boolean => /^[0-9a-f]{64}$/.test(text)

/** True if a string may be the first characters of a hash. */
export const isShortHash = (text: string): boolean => /^[0-9a-f]{4,63}$/.test(text)

/** True if a branch or tag may have this name. */
export const isRefName = (name: string): boolean =>
  isPlainName(name) && name !== 'HEAD' && !isHash(name)

/** The name of the snapshot that an undone move led to. */
export const redo = 'redo'

/** Returns the name of a new branch or tag; throws an error with the rule if it is not valid. */
export function checkRefName(name: string, path = 'name'): string {
  if (isRefName(name) && name !== redo) return name
  throw new DarkroomError('invalid_input', `${quote(name)} is not a valid branch or tag name.`, {
    path,
    hint: `A name ${plainNameRule}, and is neither HEAD nor redo nor a hash.`,
  })
}
