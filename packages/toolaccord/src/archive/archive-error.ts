/** What to do about each reason why an archive does not do what it was asked. */
const hints = {
  malformed_hash: "Send the hash as it was given: 'sha256:' and 64 hex digits in lower case.",
  too_large: 'Split the content, or archive less of it.',
  corrupt: 'Make the content anew, such as by calling the tool again.',
  unavailable: 'Retry later.',
} as const

/** Why an archive does not do what it was asked. */
export type ArchiveReason = keyof typeof hints

/**
 * The one error of an archive that content, a hash or the place behind it can cause; a mistake of
 * the program is a TypeError.
 */
export class ArchiveError extends Error {
  override readonly name = 'ArchiveError'
  readonly reason: ArchiveReason
  readonly hint: string

  constructor(reason: ArchiveReason, message: string, options?: ErrorOptions) {
    super(message, options)
    this.reason = reason
    this.hint = hints[reason]
  }
}

/**
 * What the place behind an archive failed with, as an error whose message may be shown: those of
 * the file system have paths in them.
 */
export function toUnavailable(thrown: unknown): ArchiveError {
  if (thrown instanceof ArchiveError) return thrown
  const code =
    thrown instanceof Error && 'code' in thrown && /^\w{1,32}$/.test(String(thrown.code))
      ? ` (${thrown.code})`
      : ''
  return new ArchiveError('unavailable', `The archive cannot be read or written${code}.`, {
    cause: thrown,
  })
}
