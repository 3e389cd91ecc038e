import { nameIds, quote } from '../../findings/name-ids.ts'
import type { SchemaVersion } from '../../model/index.ts'

/** The message, path, hint and next step for an element that the version does not have. */
export const elementMissing = (
  { manifest, elementById }: SchemaVersion,
  id: string,
  path: string,
) => ({
  message: `There is no element ${quote(id)} in ${manifest.version}.`,
  path,
  hint: `Nearest: ${nameIds(elementById.keys(), id, 3)}.`,
  next: [
    { tool: 'list_elements', args: { version: manifest.version }, why: 'to see every element' },
  ],
})
