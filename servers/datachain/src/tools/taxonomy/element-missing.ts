import { quote, sayNearest } from '../../findings/name-ids.ts'
import type { SchemaVersion } from '../../model/index.ts'

/** The message, path, hint and next step for an element that the version does not have. */
export const elementMissing = (
  { manifest, elementById }: SchemaVersion,
  id: string,
  path: string,
) => ({
  message: `Element ${quote(id)} not found in ${manifest.version}.`,
  path,
  hint: sayNearest(elementById.keys(), id),
  next: [
    { tool: 'list_elements', args: { version: manifest.version }, why: 'to see every element' },
  ],
})
