/** The codes that this server's own checks answer with; all of them are the contract's. */
export type DarkroomCode =
  | 'invalid_input'
  | 'not_found'
  | 'darktable_error'
  | 'versioning_error'
  | 'masking_error'
  | 'state_error'

/** What a caller is told beside the message. */
export interface DarkroomErrorInit {
  /** The argument that is to blame. */
  readonly path?: string
  readonly hint?: string
  readonly details?: Readonly<Record<string, unknown>>
  readonly cause?: unknown
}

/** A failure that is meant for the caller, thrown from code that knows no call. */
export class DarkroomError extends Error {
  override readonly name = 'DarkroomError'
  readonly code: DarkroomCode
  readonly path?: string
  readonly hint?: string
  readonly details?: Readonly<Record<string, unknown>>

  constructor(
    code: DarkroomCode,
    message: string,
    { path, hint, details, cause }: DarkroomErrorInit = {},
  ) {
    super(message, { cause })
    this.code = code
    this.path = path
    this.hint = hint
    this.details = details
  }
}
