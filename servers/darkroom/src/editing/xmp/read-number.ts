import { EditError } from '../state/edit-error.ts'

/** Reads a whole number of a sidecar; throws if it is not one. */
export function readNumber(text: string, where: string): number {
  if (/^-?\d{1,10}$/.test(text)) return Number(text)
  throw new EditError(
    'invalid_input',
    `The sidecar cannot be read: ${where} is not a whole number.`,
  )
}
