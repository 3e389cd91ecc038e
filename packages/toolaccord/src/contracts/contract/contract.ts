import { type Codebook, kindOf } from '../../outcome/codebook.ts'
import type { Kind } from '../../outcome/kinds.ts'
import type { Notes, Outcome, Problem } from '../../outcome/outcome.ts'
import { type Reason, type ReasonProblem, reasons } from '../../outcome/reasons.ts'
import type { JsonSchema } from '../../schema/json-schema.ts'
import { type Overflow, applyOverflow, isPlain, plainOverflow, toOverflow } from './overflow.ts'

/** A JSON object on the wire. */
export type Envelope = Readonly<Record<string, unknown>>

/** An outcome on the wire: the envelope, and what it has no field for. */
export interface Wire {
  readonly body: Envelope
  readonly overflow?: Overflow
}

/** What one author writes to add a dialect; `defineContract` makes it lossless. */
export interface ContractInit {
  readonly name: string
  /** Every code of the contract, reserved ones included. */
  readonly codes: Codebook
  /** The code that each of the framework's own answers is spelt as. */
  readonly framework: Readonly<Record<Reason, string>>
  /** The envelope; `shape` says how data was wrapped, if it was. */
  toBody(outcome: Outcome, codes: Codebook): { readonly body: Envelope; readonly shape?: string }
  /** As much of the outcome as the envelope tells. */
  fromBody(body: Envelope, codes: Codebook, shape?: string): Outcome
  /**
   * The notes of one text that the envelope holds word for word. A dialect that gives them promises
   * to hold an object as data and a problem of texts so too: then a plain outcome need not be read
   * back to know what was lost.
   */
  readonly textNotes?: readonly (keyof Notes)[]
  /**
   * The members of `details` that the dialect writes itself; given, it promises to hold every other
   * one as it is.
   */
  readonly ownDetails?: readonly string[]
  /** Whether a value is an envelope of this dialect. */
  is(value: unknown): value is Envelope
  /**
   * The schema of an envelope around data; its root is an object without a union, valid for success
   * and failure.
   */
  schema(data: JsonSchema): JsonSchema
}

/** A dialect plus the codes that the framework answers with, spelt its way. */
export interface Contract extends Pick<ContractInit, 'name' | 'codes' | 'is' | 'schema'> {
  /** Nothing is lost: `decode(encode(outcome))` is the outcome. */
  encode(outcome: Outcome, codes?: Codebook): Wire
  decode(wire: Wire, codes?: Codebook): Outcome
  /** A problem of the framework's own, in this contract's code. */
  problem(reason: Reason, more?: ReasonProblem): Problem
}

export function defineContract(init: ContractInit): Contract {
  const { name, codes: own, framework, textNotes, ownDetails, toBody, fromBody } = init
  return Object.freeze({
    name,
    codes: own,
    is: init.is,
    schema: init.schema,
    encode(outcome: Outcome, codes: Codebook = own): Wire {
      const { body, shape } = toBody(outcome, codes)
      const isHeld = textNotes !== undefined && isPlain(outcome, ownDetails)
      const overflow = isHeld
        ? plainOverflow(outcome, textNotes)
        : toOverflow(outcome, fromBody(body, codes, shape), shape)
      return overflow === undefined ? { body } : { body, overflow }
    },
    decode({ body, overflow }: Wire, codes: Codebook = own): Outcome {
      if (!init.is(body))
        throw new TypeError(
          `This is not an envelope of the ${name} dialect. Ask ${name}.is() before decoding.`,
        )
      return applyOverflow(fromBody(body, codes, overflow?.shape), overflow)
    },
    problem(reason: Reason, more: ReasonProblem = {}): Problem {
      const code = framework[reason]
      return {
        ...more,
        code,
        message: more.message ?? reasons[reason].message,
        ...otherKind(own, code, reasons[reason].kind),
      }
    },
  })
}

/** The kind as a problem carries it: only where it is not the code's own. */
export const otherKind = (codes: Codebook, code: string, kind: Kind): { readonly kind?: Kind } =>
  kindOf(codes, { code, message: '' }) === kind ? {} : { kind }
