import { toCanonicalJson as write } from 'toolaccord/archive'

/**
 * One text for one JSON value (RFC 8785); throws for what is not JSON, because what it hashes must
 * have one hash on every machine.
 */
export const toCanonicalJson = (value: unknown): string => write(value, writeLeaf)

function writeLeaf(leaf: unknown): string | undefined {
  if (leaf === undefined) return undefined
  if (typeof leaf === 'string' && !isWellFormed(leaf))
    throw new TypeError(
      'A text holds half of a surrogate pair, which canonical JSON does not allow.',
    )
  const text = typeof leaf === 'number' && !Number.isFinite(leaf) ? undefined : JSON.stringify(leaf)
  if (text === undefined) throw new TypeError(`A ${typeof leaf} is not JSON.`)
  return text
}

const isWellFormed = (text: string): boolean => !/\p{Surrogate}/u.test(text)
