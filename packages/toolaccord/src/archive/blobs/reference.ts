/** The fact that one owner holds one content. */
export interface Reference {
  /** The hash of the content, 64 hex digits. */
  readonly hash: string
  /** The hash of the owner's name, 64 hex digits: the store does not learn names. */
  readonly owner: string
  readonly createdAt: number
  readonly expiresAt: number
  /** The size of the content as stored. */
  readonly bytes: number
  readonly state: ReferenceState
  readonly type?: string | undefined
  /** What readers need, never empty; absent if they need nothing. */
  readonly scopes?: readonly string[] | undefined
}

/** `quarantined`: found corrupt; kept for whoever looks into it, and never served. */
export type ReferenceState = 'kept' | 'pinned' | 'quarantined'

const letters = { kept: 'k', pinned: 'p', quarantined: 'q' } as const
const states: Readonly<Record<string, ReferenceState>> = {
  k: 'kept',
  p: 'pinned',
  q: 'quarantined',
}

/** The parts of a reference as text, in their order; type and scopes may be missing. */
const parts = [
  String.raw`(?<createdAt>[0-9a-z]{1,11})\.(?<expiresAt>[0-9a-z]{1,11})`,
  String.raw`\.(?<bytes>[0-9a-z]{1,7})\.(?<letter>[kpq])`,
  String.raw`(?:\.(?<type>[a-z0-9.+_-]+=[a-z0-9.+_-]+))?`,
  String.raw`(?:~(?<scopes>[\x21-\x7e]+(?: [\x21-\x7e]+)*))?`,
]
const form = new RegExp(`^${parts.join('')}$`)

/**
 * Writes everything of a reference but hash and owner, as the name of a file can contain it if
 * there are no scopes.
 */
export function toReferenceText(reference: Reference): string {
  const { createdAt, expiresAt, bytes, state, type, scopes } = reference
  const numbers = [createdAt, expiresAt, bytes].map((number) => number.toString(36))
  let text = `${numbers.join('.')}.${letters[state]}`
  if (type !== undefined) text += `.${type.replace('/', '=')}`
  if (scopes !== undefined) text += `~${scopes.join(' ')}`
  return text
}

/** Reads what `toReferenceText` writes; returns undefined for any other string. */
export function fromReferenceText(
  hash: string,
  owner: string,
  text: string,
): Reference | undefined {
  const groups = form.exec(text)?.groups
  if (groups === undefined) return undefined
  const { createdAt = '', expiresAt = '', bytes = '', letter = '', type, scopes } = groups
  const state = states[letter]
  if (state === undefined) return undefined
  return {
    hash,
    owner,
    createdAt: Number.parseInt(createdAt, 36),
    expiresAt: Number.parseInt(expiresAt, 36),
    bytes: Number.parseInt(bytes, 36),
    state,
    type: type?.replace('=', '/'),
    scopes: scopes?.split(' '),
  }
}
