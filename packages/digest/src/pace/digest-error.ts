/** The next step for each reason. */
const hints = {
  too_large: 'Send a smaller document, or raise the limit.',
  too_many_pages: 'Split the document, or raise the limit.',
  unsupported_type: 'Send text/plain, text/html, application/xhtml+xml or application/pdf.',
  encrypted: 'Remove the password and send the document again.',
  damaged: 'Send a PDF that opens without repair.',
  already_digested: 'Use the digest as it is: read it with parseDigest.',
  timeout: 'Send a smaller document, or allow more time.',
  cancelled: 'Nothing was digested; call again if it is still wanted.',
  unavailable: 'Install the optional package that the message names.',
} as const

/** The reason why a document gives no digest. */
export type DigestReason = keyof typeof hints

/** The only error that a document can cause; a mistake of the calling program is a TypeError. */
export class DigestError extends Error {
  override readonly name = 'DigestError'
  readonly reason: DigestReason
  /** The next step for whoever sent the document. */
  readonly hint: string

  constructor(reason: DigestReason, message: string, options?: ErrorOptions) {
    super(message, options)
    this.reason = reason
    this.hint = hints[reason]
  }
}
