import { ArchiveError } from './archive-error.ts'
import type { ArchiveOptions, PutOptions } from './archive.ts'

/** The largest content. */
export const maxContentBytes = 67_108_864
const maxOwnerLength = 256
const maxTypeLength = 80
/** A year. */
const maxTtlMs = 31_536_000_000

/** The options of an archive with their defaults; throws with every fault named. */
export function withDefaults({
  ttlMs = 604_800_000,
  quotaBytes = 1_073_741_824,
  sweepEveryMs = 600_000,
  now = Date.now,
}: ArchiveOptions): Required<ArchiveOptions> {
  const faults = [
    ...ttlFaults(ttlMs),
    ...(Number.isSafeInteger(quotaBytes) && quotaBytes >= 1
      ? []
      : [`quotaBytes: ${quotaBytes} must be a whole number from 1`]),
    ...(sweepEveryMs >= 1
      ? []
      : [`sweepEveryMs: ${sweepEveryMs} must be a number from 1, or Infinity`]),
  ]
  if (faults.length > 0) throw new TypeError(`The archive cannot be made: ${faults.join('; ')}.`)
  return { ttlMs, quotaBytes, sweepEveryMs, now }
}

/** Throws for an owner that is none; half a surrogate pair would let two owners pass for one. */
export function checkOwner(owner: string): void {
  if (owner.length < 1 || owner.length > maxOwnerLength)
    throw new TypeError(
      `The owner of an entry has ${owner.length} characters; it may have 1 to ${maxOwnerLength}.`,
    )
  if (isTorn(owner)) throw new TypeError('The owner of an entry has half a surrogate pair in it.')
}

/** Throws for what `put` does not take beside the content. */
export function checkPut({ owner, ttlMs, type }: PutOptions): void {
  checkOwner(owner)
  const faults = ttlMs === undefined ? [] : ttlFaults(ttlMs)
  if (type !== undefined && !isType(type))
    faults.push(
      `type: must be a media type of at most ${maxTypeLength} characters in lower case and without parameters, as 'application/json'`,
    )
  if (faults.length > 0) throw new TypeError(`The content cannot be put: ${faults.join('; ')}.`)
}

/** The content as bytes; throws for what is too large or would not come back as it is. */
export function toBytes(content: Uint8Array | string): Uint8Array {
  if (content.length > maxContentBytes) throw tooLarge()
  if (typeof content === 'string' && isTorn(content))
    throw new TypeError(
      'The content has half a surrogate pair in it and would not come back as it is. Write it as JSON.',
    )
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
  if (bytes.length > maxContentBytes) throw tooLarge()
  return bytes
}

const tooLarge = () =>
  new ArchiveError('too_large', `The content is over the limit of ${maxContentBytes} bytes.`)

const ttlFaults = (ttlMs: number): string[] =>
  Number.isInteger(ttlMs) && ttlMs >= 1 && ttlMs <= maxTtlMs
    ? []
    : [`ttlMs: ${ttlMs} must be a whole number from 1 to ${maxTtlMs}`]

const isType = (type: string) =>
  type.length <= maxTypeLength && /^[a-z0-9][a-z0-9.+_-]*\/[a-z0-9][a-z0-9.+_-]*$/.test(type)

const isTorn = (text: string) => /\p{Surrogate}/u.test(text)
