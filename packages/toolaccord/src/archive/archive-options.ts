import { ArchiveError } from './archive-error.ts'
import type { ArchiveOptions, PutOptions } from './archive.ts'

/** The most bytes that one content may have. */
export const maxContentBytes = 67_108_864
const maxOwnerLength = 1_024
/** The characters of all scopes of an entry together. */
const maxScopesLength = 4_096
const maxTypeLength = 80
/** A year. */
const maxTtlMs = 31_536_000_000

/** Returns the options of an archive with defaults; throws an error that names every fault. */
export function checkArchiveOptions({
  ttlMs = 604_800_000,
  quotaBytes = 1_073_741_824,
  sweepEveryMs = 600_000,
  now = Date.now,
}: ArchiveOptions): Required<ArchiveOptions> {
  const faults = ttlFaults(ttlMs)
  if (!Number.isSafeInteger(quotaBytes) || quotaBytes < 1)
    faults.push(`quotaBytes: ${quotaBytes} must be a whole number from 1`)
  if (!(sweepEveryMs >= 1))
    faults.push(`sweepEveryMs: ${sweepEveryMs} must be a number from 1, or Infinity`)
  if (faults.length > 0) throw new TypeError(`The archive cannot be made: ${faults.join('; ')}.`)
  return { ttlMs, quotaBytes, sweepEveryMs, now }
}

/** Throws for an invalid owner; half a surrogate pair would let two owners pass for one. */
export function checkOwner(owner: string): void {
  if (owner.length < 1 || owner.length > maxOwnerLength)
    throw new TypeError(
      `The owner of an entry has ${owner.length} characters; it may have 1 to ${maxOwnerLength}.`,
    )
  if (isTorn(owner)) throw new TypeError('The owner of an entry has half a surrogate pair in it.')
}

/** Throws for options that `put` does not accept. */
export function checkPut({ owner, ttlMs, type, scopes }: PutOptions): void {
  checkOwner(owner)
  const faults = ttlMs === undefined ? [] : ttlFaults(ttlMs)
  if (type !== undefined && !isType(type))
    faults.push(
      `type: must be a media type of at most ${maxTypeLength} characters ` +
        "in lower case and without parameters, as 'application/json'",
    )
  if (scopes !== undefined && !areScopes(scopes))
    faults.push(
      'scopes: must be strings of printable ASCII without a space, ' +
        `of at most ${maxScopesLength} characters together`,
    )
  if (faults.length > 0) throw new TypeError(`The content cannot be put: ${faults.join('; ')}.`)
}

/** Returns the content as bytes; throws if it is too large or would not come back as it is. */
export function toContentBytes(content: Uint8Array | string): Uint8Array {
  if (content.length > maxContentBytes) throw tooLarge()
  if (typeof content !== 'string') return content
  if (isTorn(content))
    throw new TypeError(
      'The content has half a surrogate pair in it and would not come back as it is. ' +
        'Write it as JSON.',
    )
  const bytes = new TextEncoder().encode(content)
  if (bytes.length > maxContentBytes) throw tooLarge()
  return bytes
}

const tooLarge = () =>
  new ArchiveError('too_large', `The content is over the limit of ${maxContentBytes} bytes.`)

function ttlFaults(ttlMs: number): string[] {
  if (Number.isInteger(ttlMs) && ttlMs >= 1 && ttlMs <= maxTtlMs) return []
  return [`ttlMs: ${ttlMs} must be a whole number from 1 to ${maxTtlMs}`]
}

const isType = (type: string) =>
  type.length <= maxTypeLength && /^[a-z0-9][a-z0-9.+_-]*\/[a-z0-9][a-z0-9.+_-]*$/.test(type)

const areScopes = (scopes: readonly string[]) =>
  scopes.every((scope) => /^[\x21-\x7e]+$/.test(scope)) &&
  scopes.join(' ').length <= maxScopesLength

const isTorn = (text: string) => /\p{Surrogate}/u.test(text)
