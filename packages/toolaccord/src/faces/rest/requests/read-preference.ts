/** The preferences of a request (RFC 7240) that the face heeds. */
export interface Preference {
  /** True if the caller wants a handle rather than to wait. */
  readonly respondAsync: boolean
  /** How long the caller wants to wait at most. */
  readonly waitSeconds?: number | undefined
}

/** No caller has more to say; a longer header is ignored. */
const maxLength = 1000

/** A preference with its parameters: commas inside quotes do not end it. */
const listItem = /(?:[^,"]|"(?:[^"\\]|\\.)*")+/g

/** A name, with a value after `=` that may be quoted, and parameters that nobody asks for. */
const named = /^\s*([\w!#$%&'*+.^`|~-]+)\s*(?:=\s*("?)([^\s;"]*)\2\s*)?(?:;|$)/

/** Reads a `Prefer` header. What it does not understand is ignored, as the RFC says. */
export function readPreference(prefer: string | null): Preference {
  if (prefer === null || prefer.length > maxLength) return { respondAsync: false }
  const values = new Map<string, string | undefined>()
  for (const [item] of prefer.matchAll(listItem)) {
    const [, name, , value] = named.exec(item) ?? []
    const key = name?.toLowerCase()
    // Of several with one name only the first counts.
    if (key !== undefined && !values.has(key)) values.set(key, value)
  }
  const wait = values.get('wait') ?? ''
  const waitSeconds = /^\d+$/.test(wait) ? Number(wait) : undefined
  return { respondAsync: values.has('respond-async'), waitSeconds }
}
