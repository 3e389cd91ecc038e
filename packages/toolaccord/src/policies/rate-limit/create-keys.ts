import type { CallRequest } from '../../define/policy.ts'

/** Names that clients may invent before further ones are counted as one. */
const maxClaims = 10_000

type Who = Pick<CallRequest, 'caller' | 'client'>

/** Who a call is counted for: the proven caller, else the client by the name it claims. */
export function createKeys(lifeMs: number): (request: Who) => string | Promise<string> {
  const admit = createGate(lifeMs)
  return ({ caller, client }) => {
    // The two are kept apart, so that nobody uses up what belongs to a caller by claiming its id as a name.
    if (caller !== undefined) return toSafe('caller', caller.id)
    if (client === undefined) return 'anonymous'
    const key = toSafe('client', client.name)
    return typeof key === 'string' ? admit(key) : key.then(admit)
  }
}

/**
 * Hashed where a store would refuse or cut the name: a call that cannot be counted might go
 * through.
 */
function toSafe(kind: string, name: string): string | Promise<string> {
  return /^[\x20-\x7e]{0,64}$/.test(name)
    ? `${kind}:${name}`
    : hash(name).then((hex) => `${kind}#${hex}`)
}

async function hash(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/**
 * Lets so many keys through at a time, because a client that changes its name at every call would
 * fill the store.
 */
function createGate(lifeMs: number): (key: string) => string {
  const known = new Map<string, number>()
  return (key) => {
    const now = Date.now()
    for (const [old, end] of known) {
      if (end > now) break
      known.delete(old)
    }
    if (known.has(key)) return key
    if (known.size >= maxClaims) return 'others'
    known.set(key, now + lifeMs)
    return key
  }
}
