import type { NextStep } from 'toolaccord'

/** The reason why an edit was refused. */
export type EditReason = 'invalid_input' | 'masking' | 'not_found' | 'state'

/** More about an edit error. */
export interface EditErrorOptions {
  /** The place in the caller's input, such as `mask_spec.dt_params.x0`. */
  readonly path?: string | undefined
  readonly hint?: string | undefined
  /** The calls that may help. */
  readonly next?: readonly NextStep[] | undefined
  readonly details?: Readonly<Record<string, unknown>> | undefined
}

/** An edit that cannot be made: what was wrong, where, and what to do. */
export class EditError extends Error {
  override readonly name = 'EditError'
  readonly reason: EditReason
  readonly path: string | undefined
  readonly hint: string | undefined
  readonly next: readonly NextStep[] | undefined
  readonly details: Readonly<Record<string, unknown>>

  constructor(
    reason: EditReason,
    message: string,
    { path, hint, next, details = {} }: EditErrorOptions = {},
  ) {
    super(message)
    this.reason = reason
    this.path = path
    this.hint = hint
    this.next = next
    this.details = details
  }
}
