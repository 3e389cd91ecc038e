/** That one owner holds one content. */
export interface Reference {
  /** Of the content, 64 hex digits. */
  readonly hash: string
  /** The hash of the owner's name, 64 hex digits: names stay with those who gave them. */
  readonly owner: string
  readonly createdAt: number
  readonly expiresAt: number
  /** What the content takes up as stored. */
  readonly bytes: number
  readonly state: ReferenceState
  readonly type?: string
}

/** `quarantined`: found corrupt; kept for whoever looks into it, and never served. */
export type ReferenceState = 'kept' | 'pinned' | 'quarantined'

const letters = { kept: 'k', pinned: 'p', quarantined: 'q' } as const
const states: Readonly<Record<string, ReferenceState>> = {
  k: 'kept',
  p: 'pinned',
  q: 'quarantined',
}

/** What a store writes beside hash and owner; the name of a file can hold it. */
export function toText({ createdAt, expiresAt, bytes, state, type }: Reference): string {
  const parts = [createdAt, expiresAt, bytes].map((number) => number.toString(36))
  return [...parts, letters[state], ...(type === undefined ? [] : [type.replace('/', '=')])].join(
    '.',
  )
}

/** The reference that a text stands for; undefined when it stands for none. */
export function fromText(hash: string, owner: string, text: string): Reference | undefined {
  const [, createdAt = '', expiresAt = '', bytes = '', letter = '', type] =
    /^([0-9a-z]{1,11})\.([0-9a-z]{1,11})\.([0-9a-z]{1,7})\.([kpq])(?:\.([a-z0-9.+_-]+=[a-z0-9.+_-]+))?$/.exec(
      text,
    ) ?? []
  const state = states[letter]
  if (state === undefined) return undefined
  const reference = {
    hash,
    owner,
    createdAt: Number.parseInt(createdAt, 36),
    expiresAt: Number.parseInt(expiresAt, 36),
    bytes: Number.parseInt(bytes, 36),
    state,
  }
  return type === undefined ? reference : { ...reference, type: type.replace('=', '/') }
}
