import type { CallRequest } from '../../define/policy.ts'
import { toHex } from '../../json/to-hex.ts'
import { toCallerKey } from '../../names/to-caller-key.ts'

/** How many names clients may have at a time; further ones share a count with some others. */
const maxClaims = 10_000

/** How many counts further names share. */
const maxShared = 1000

type Who = Pick<CallRequest, 'caller' | 'client'>

/**
 * Creates the function that says who a call is counted for: the authenticated caller, else the
 * client by the name that it claims.
 */
export function createKeys(lifeMs: number): (request: Who) => Promise<string> {
  const admit = createGate(lifeMs)
  return async ({ caller, client }) => {
    // Kept apart, so that nobody uses up the calls of a caller by claiming its id as a client name.
    if (caller !== undefined) return toKey('caller', toCallerKey(caller))
    if (client === undefined) return 'anonymous'
    return admit(await toKey('client', client.name))
  }
}

/** Hashes a name that a store would refuse or cut: a call that is not counted might go through. */
async function toKey(kind: string, name: string): Promise<string> {
  if (/^[\x20-\x7e]{0,64}$/.test(name)) return `${kind}:${name}`
  return `${kind}#${await hash(name)}`
}

async function hash(text: string): Promise<string> {
  return toHex(
    new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))),
  )
}

/**
 * Creates a function that lets so many keys through at a time, because a client that changes its
 * name at every call would fill the store. It spreads further ones over so many counts that whoever
 * invents names cannot soon use up the calls of all newcomers.
 */
function createGate(lifeMs: number): (key: string) => string {
  const known = new Map<string, number>()
  const [seed = 0] = crypto.getRandomValues(new Uint32Array(1))
  return (key) => {
    const now = performance.now()
    for (const [old, end] of known) {
      if (end > now) break
      known.delete(old)
    }
    if (known.has(key)) return key
    if (known.size >= maxClaims) return `others:${toNumber(key, seed) % maxShared}`
    known.set(key, now + lifeMs)
    return key
  }
}

/** Hashes a key by FNV-1a; the seed keeps others from finding names that share its count. */
function toNumber(key: string, seed: number): number {
  let hash = seed
  for (let index = 0; index < key.length; index++)
    hash = Math.imul(hash ^ key.charCodeAt(index), 16_777_619)
  return hash >>> 0
}
