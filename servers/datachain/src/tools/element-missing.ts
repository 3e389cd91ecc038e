import type { SchemaVersion } from '../model.ts'
import { nameIds, quote } from '../name-ids.ts'

/** What to say about an element that is not there. */
export const elementMissing = (
  { manifest, elementById }: SchemaVersion,
  id: string,
  path: string,
) => ({
  message: `There is no element ${quote(id)} in ${manifest.version}.`,
  path,
  hint: `Nearest: ${nameIds(elementById.keys(), id, 3)}. list_elements shows every element.`,
})
