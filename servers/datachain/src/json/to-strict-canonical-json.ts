import { toCanonicalJson } from 'toolaccord/archive'

/**
 * One string for one JSON value (RFC 8785), for hashes that must be equal on every machine. Throws
 * a TypeError for a value that is not JSON, where `toCanonicalJson` would write null.
 */
export const toStrictCanonicalJson = (value: unknown): string => toCanonicalJson(value, writeLeaf)

function writeLeaf(leaf: unknown): string | undefined {
  if (leaf === undefined) return undefined
  if (typeof leaf === 'string' && !isWellFormed(leaf))
    throw new TypeError(
      'A string contains half of a surrogate pair, which canonical JSON does not allow.',
    )
  if (typeof leaf === 'number' && !Number.isFinite(leaf))
    throw new TypeError(`${leaf} is not JSON.`)
  const text = JSON.stringify(leaf)
  // The compiler does not know that functions and symbols have no JSON.
  if ((text as string | undefined) === undefined)
    throw new TypeError(`A ${typeof leaf} is not JSON.`)
  return text
}

const isWellFormed = (text: string): boolean => !/\p{Surrogate}/u.test(text)
