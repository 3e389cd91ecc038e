import { isRecord } from '../../../json/json.ts'

/** Longer headers are refused by what stands between a server and its callers. */
const maxLength = 1024

/**
 * The path that a template such as `/notes/:note.id` makes of the data; undefined where a member
 * lacks, or cannot be a segment of a path.
 */
export function locationOf(template: string, data: unknown): string | undefined {
  const segments = template
    .split('/')
    .map((segment) =>
      segment.startsWith(':') ? toSegment(memberAt(data, segment.slice(1))) : segment,
    )
  return segments.includes(undefined) ? undefined : segments.join('/')
}

const memberAt = (data: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce(
      (value, name) => (isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined),
      data,
    )

/** Dots alone would lead to another path, and half a character of UTF-16 has no place in a URL. */
function toSegment(value: unknown): string | undefined {
  const text = typeof value === 'number' ? String(value) : value
  return typeof text !== 'string' || text.length > maxLength || /^\.{0,2}$|\p{Cs}/u.test(text)
    ? undefined
    : encodeURIComponent(text)
}
