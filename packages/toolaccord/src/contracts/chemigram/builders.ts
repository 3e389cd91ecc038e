import { failure } from '../../outcome/failure.ts'
import { type Outcome, ok } from '../../outcome/outcome.ts'
import type { Envelope } from '../contract/contract-init.ts'
import type { ChemigramCode } from './codes.ts'
import { chemigramContract } from './contract.ts'

type Details = Readonly<Record<string, unknown>>

/** A success on the wire. */
export type ChemigramSuccess<T> = { readonly success: true; readonly data: T; readonly error: null }

/** A failure on the wire. */
export type ChemigramFailure<Code extends ChemigramCode = ChemigramCode> = {
  readonly success: false
  readonly data: null
  readonly error: {
    readonly code: Code
    readonly message: string
    readonly details: Details
    readonly recoverable: boolean
  }
}

/** The argument of `fail`; `recoverable` follows from the code unless it is given. */
export interface ChemigramErrorInit<Code extends ChemigramCode> {
  readonly code: Code
  readonly message: string
  readonly details?: Details | undefined
  readonly recoverable?: boolean | undefined
}

/** The constructors of the source: `ok`, `fail` and three that keep call sites short. */
export const chemigramBuilders = Object.freeze({
  ok: <T>(data: T) => encode<ChemigramSuccess<T>>(ok(data)),
  fail,
  invalidInput: (message: string, details?: Details) =>
    fail({ code: 'invalid_input', message, details }),
  /** Takes the thing that was looked for, as `image 'iguazu'`. */
  notFound: (what: string, details?: Details) =>
    fail({ code: 'not_found', message: `not found: ${what}`, details }),
  /** `slice` is the step of the plan that brings the real thing. */
  notImplemented: (reason: string, { slice }: { readonly slice?: number } = {}) =>
    fail({ code: 'not_implemented', message: reason, details: { slice } }),
})

function fail<const Code extends ChemigramCode>(
  error: ChemigramErrorInit<Code>,
): ChemigramFailure<Code> {
  const { code, message, details, recoverable } = error
  return encode(failure(code, { message, details, recoverable }))
}

function encode<Body extends Envelope>(outcome: Outcome): Body {
  // The cast names the shape that the golden tests hold the encoder to.
  return chemigramContract.encode(outcome).body as Body
}
