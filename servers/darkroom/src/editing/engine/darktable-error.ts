/** The reason why a picture was not rendered. */
export type DarktableReason =
  | 'missing'
  | 'failed'
  | 'dropped_entry'
  | 'unreadable'
  | 'timeout'
  | 'cancelled'

/** A picture that darktable did not render, or not as requested. */
export class DarktableError extends Error {
  override readonly name = 'DarktableError'
  readonly reason: DarktableReason
  /** The end of darktable's output, without the paths of this machine. */
  readonly stderr: string

  constructor(reason: DarktableReason, message: string, stderr = '', options?: ErrorOptions) {
    super(message, options)
    this.reason = reason
    this.stderr = stderr
  }
}
