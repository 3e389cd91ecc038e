import type { NextStep } from 'toolaccord'

/** The codes of this server's own checks; all of them are codes of the contract. */
export type DarkroomCode =
  | 'invalid_input'
  | 'not_found'
  | 'darktable_error'
  | 'versioning_error'
  | 'masking_error'
  | 'state_error'

/** More about a darkroom error. */
export interface DarkroomErrorInit {
  /** The argument that is wrong. */
  readonly path?: string | undefined
  readonly hint?: string | undefined
  /** The calls that may help. */
  readonly next?: readonly NextStep[] | undefined
  readonly details?: Readonly<Record<string, unknown>> | undefined
  readonly cause?: unknown
}

/** A failure for the caller, thrown by code that does not know the call. */
export class DarkroomError extends Error {
  override readonly name = 'DarkroomError'
  readonly code: DarkroomCode
  readonly path: string | undefined
  readonly hint: string | undefined
  readonly next: readonly NextStep[] | undefined
  readonly details: Readonly<Record<string, unknown>> | undefined

  constructor(
    code: DarkroomCode,
    message: string,
    { path, hint, next, details, cause }: DarkroomErrorInit = {},
  ) {
    super(message, { cause })
    this.code = code
    this.path = path
    this.hint = hint
    this.next = next
    this.details = details
  }
}
