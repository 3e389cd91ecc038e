import type { ApiKey } from './create-key-ring.ts'

/** Shown instead of the entry itself, which may contain a key in the place of its hash. */
const form =
  'an entry is id=sha256:<64 hex digits>, ' +
  'and may go on with a colon and scopes separated by spaces.'

/**
 * Reads the static keys in `TOOLACCORD_API_KEYS`: `id=sha256:<hex>` or `id=sha256:<hex>:<scope>
 * <scope>`, separated by commas.
 */
export function keysFromEnv(env: Readonly<Record<string, string | undefined>>): readonly ApiKey[] {
  const keys: ApiKey[] = []
  const bad: number[] = []
  const entries = (env.TOOLACCORD_API_KEYS ?? '').split(',').map((entry) => entry.trim())
  for (const [index, entry] of entries.entries()) {
    if (entry === '') continue
    const key = toKey(entry)
    if (key === undefined) bad.push(index + 1)
    else keys.push(key)
  }
  if (bad.length === 0) return keys
  throw new TypeError(`TOOLACCORD_API_KEYS cannot be read at entry ${bad.join(', ')}: ${form}`)
}

function toKey(entry: string): ApiKey | undefined {
  const pattern = /^(?<id>[^=\s]+)=(?<hash>sha256:[0-9a-f]{64})(?::(?<scopes>.*))?$/i
  const { id, hash, scopes = '' } = pattern.exec(entry)?.groups ?? {}
  if (id === undefined || hash === undefined) return undefined
  return { id, hash, scopes: scopes.split(/\s+/).filter((scope) => scope !== '') }
}
