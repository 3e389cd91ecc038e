import type { ApiKey } from './api-key.ts'

/**
 * The static keys in `TOOLACCORD_API_KEYS`: `id=sha256:<hex>` or `id=sha256:<hex>:<scope> <scope>`,
 * separated by commas.
 */
export function keysFromEnv(env: Readonly<Record<string, string | undefined>>): readonly ApiKey[] {
  const entries = (env.TOOLACCORD_API_KEYS ?? '').split(',').map((entry) => entry.trim())
  const read = entries.map(toKey)
  const bad = entries.flatMap((entry, index) =>
    entry === '' || read[index] !== undefined ? [] : [index + 1],
  )
  if (bad.length > 0)
    throw new TypeError(`TOOLACCORD_API_KEYS cannot be read at entry ${bad.join(', ')}: ${form}`)
  return read.filter((key) => key !== undefined)
}

/** Told instead of the entry itself, where someone may have put a key in the place of its hash. */
const form =
  'an entry is id=sha256:<64 hex digits>, and may go on with a colon and scopes separated by spaces.'

function toKey(entry: string): ApiKey | undefined {
  const [, id, hash, scopes = ''] = /^([^=\s]+)=(sha256:[0-9a-f]{64})(?::(.*))?$/i.exec(entry) ?? []
  return id === undefined || hash === undefined
    ? undefined
    : { id, hash, scopes: scopes.split(/\s+/).filter((scope) => scope !== '') }
}
