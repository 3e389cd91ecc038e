/** The next step for each reason why an archive fails. */
const hints = {
  malformed_hash: "Send the hash as it was given: 'sha256:' and 64 hex digits in lower case.",
  too_large: 'Split the content, or archive less of it.',
  corrupt: 'Make the content anew, such as by calling the tool again.',
  unavailable: 'Retry later.',
} as const

/** The reason why an archive fails. */
export type ArchiveReason = keyof typeof hints

/**
 * The one error that content, a hash or the storage of an archive can cause; a mistake of the
 * program is a TypeError.
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
 * Makes an error of what the storage of an archive threw. Its message may be shown: those of the
 * file system contain paths.
 */
export function toUnavailable(thrown: unknown): ArchiveError {
  if (thrown instanceof ArchiveError) return thrown
  const message = `The archive cannot be read or written${codeIn(thrown)}.`
  return new ArchiveError('unavailable', message, { cause: thrown })
}

function codeIn(thrown: unknown): string {
  if (!(thrown instanceof Error) || !('code' in thrown)) return ''
  const code = String(thrown.code)
  return /^\w{1,32}$/.test(code) ? ` (${code})` : ''
}
