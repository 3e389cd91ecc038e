/** One text for one JSON value (RFC 8785): members in the order of their UTF-16 units, no spaces, undefined members left out. */
export function toCanonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => toCanonicalJson(item ?? null)).join(',')}]`
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).filter(([, member]) => member !== undefined)
    return `{${members.sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, member]) => `${toLeaf(name)}:${toCanonicalJson(member)}`).join(',')}}`
  }
  return toLeaf(value)
}

function toLeaf(value: unknown): string {
  if (typeof value === 'string' && !isWellFormed(value)) throw new TypeError('A text holds half of a surrogate pair, which canonical JSON does not allow.')
  const text = typeof value === 'number' && !Number.isFinite(value) ? undefined : JSON.stringify(value)
  if (text === undefined) throw new TypeError(`A ${typeof value} is not JSON.`)
  return text
}

const isWellFormed = (text: string): boolean => !/\p{Surrogate}/u.test(text)
