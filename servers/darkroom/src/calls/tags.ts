import { type Call, nearest } from 'toolaccord'
import * as z from 'zod'

interface Tagged {
  readonly tags: readonly string[]
}

const tagsOf = (items: readonly Tagged[]): readonly string[] => [
  ...new Set(items.flatMap(({ tags }) => tags)),
]

/** Creates the argument for tags; its description lists them, because others find nothing. */
export const tagsArgument = (items: readonly Tagged[]) =>
  z
    .array(z.string().min(1).max(64))
    .max(32)
    .optional()
    .describe(`Keep those with any of these tags: ${tagsOf(items).join(', ')}`)

/** Warns of unknown tags, which a short list would hide. */
export function warnUnknownTags(
  call: Call<string>,
  tags: readonly string[] | undefined,
  items: readonly Tagged[],
): void {
  const known = tagsOf(items)
  const unknown = (tags ?? []).filter((tag) => !known.includes(tag))
  if (unknown.length === 0) return
  const quoted = unknown.map((tag) => `'${tag}'`).join(', ')
  const [first = ''] = unknown
  // A shorter word is near to too many others.
  const close = first.length > 3 ? nearest(first, known) : undefined
  const guess = close === undefined ? '' : ` Did you mean '${close}'?`
  const message = `Nothing has the tag ${quoted}.${guess} There are ${known.join(', ')}.`
  call.warn('UNKNOWN_TAG', message, { tags: unknown })
}
