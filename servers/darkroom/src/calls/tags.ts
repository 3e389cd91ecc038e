import type { Call } from 'toolaccord'
import * as z from 'zod'

interface Tagged {
  readonly tags: readonly string[]
}

const tagsOf = (items: readonly Tagged[]): readonly string[] => [
  ...new Set(items.flatMap(({ tags }) => tags)),
]

/** Keeps what has one of some tags; tells which tags there are, because others find nothing. */
export const tagsArgument = (items: readonly Tagged[]) =>
  z
    .array(z.string().min(1).max(64))
    .max(32)
    .optional()
    .describe(`Keep what has any of these tags; there are ${tagsOf(items).join(', ')}`)

/** Tells a caller of tags that nothing has, because a short list would hide them. */
export function warnUnknownTags(
  call: Call<string>,
  tags: readonly string[] = [],
  items: readonly Tagged[],
): void {
  const known = tagsOf(items)
  const unknown = tags.filter((tag) => !known.includes(tag))
  if (unknown.length > 0)
    call.warn(
      'UNKNOWN_TAG',
      `Nothing has the tag ${unknown.map((tag) => `'${tag}'`).join(', ')}. There are ${known.join(', ')}.`,
      { tags: unknown },
    )
}
