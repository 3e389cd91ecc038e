import { isRecord } from '../../../json/json.ts'

/** Proxies between a server and its callers refuse longer headers. */
const maxLength = 1024

/**
 * The path that a template such as `/notes/:note.id` makes of the data; undefined if a property is
 * missing or cannot be a segment of a path.
 */
export function locationOf(template: string, data: unknown): string | undefined {
  const segments: string[] = []
  for (const part of template.split('/')) {
    if (!part.startsWith(':')) {
      segments.push(part)
      continue
    }
    const segment = toSegment(valueAt(data, part.slice(1)))
    if (segment === undefined) return undefined
    segments.push(segment)
  }
  return segments.join('/')
}

function valueAt(data: unknown, path: string): unknown {
  let value = data
  for (const name of path.split('.')) {
    if (!isRecord(value) || !Object.hasOwn(value, name)) return undefined
    value = value[name]
  }
  return value
}

/**
 * Returns a value as a segment of a path; undefined if it cannot be one. Dots alone would lead to
 * another path, and half a character of UTF-16 cannot be in a URL.
 */
export function toSegment(value: unknown): string | undefined {
  const text = typeof value === 'number' ? String(value) : value
  if (typeof text !== 'string' || text.length > maxLength) return undefined
  if (/^\.{0,2}$|\p{Cs}/u.test(text)) return undefined
  return encodeURIComponent(text)
}
