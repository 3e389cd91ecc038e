import { compact, without } from '../../json/json.ts'
import { type Codebook, kindInCodebook } from '../../outcome/codebook.ts'
import type { Kind } from '../../outcome/kinds.ts'
import type { Notes, Outcome, Problem } from '../../outcome/outcome.ts'
import { type Reason, type ReasonProblem, reasons } from '../../outcome/reasons.ts'
import type { JsonSchema } from '../../schema/json-schema.ts'
import { isPlain } from './is-plain.ts'
import { type Overflow, applyOverflow, toOverflow } from './overflow.ts'

/** A JSON object on the wire. */
export type Envelope = Readonly<Record<string, unknown>>

/** An outcome on the wire: the envelope, and everything that it has no field for. */
export interface Wire {
  readonly body: Envelope
  readonly overflow?: Overflow
}

/** How the source of a dialect spells its codes. */
export type CodeSpelling = 'SCREAMING_SNAKE_CASE' | 'snake_case'

/** A dialect as its author writes it; `defineContract` makes it lossless. */
export interface ContractInit {
  readonly name: string
  /** Every code of the contract, reserved ones included. */
  readonly codes: Codebook
  /** Servers are warned of codes that are spelt another way. Default: any spelling. */
  readonly spelling?: CodeSpelling | undefined
  /** True if answers say how long their tools ran, as `timing.duration_ms` of the notes. */
  readonly isTimed?: boolean | undefined
  /** The code for each of the framework's own reasons. */
  readonly framework: Readonly<Record<Reason, string>>
  /** The details of a problem of the framework's own that brings none, by its reason. */
  readonly reasonDetails?: Readonly<Partial<Record<Reason, NonNullable<Problem['details']>>>>
  /** What the model is told to do about a failure of the framework's own, by its reason. */
  readonly instructions?: Readonly<Partial<Record<Reason, string>>>
  /** Writes the envelope; `shape` says how data was wrapped, if it was. */
  toBody(
    outcome: Outcome,
    codes: Codebook,
  ): { readonly body: Envelope; readonly shape?: string | undefined }
  /**
   * Adds the notes that a model must know and that the source of the dialect has no field for. A
   * dialect without it has a field for each of them.
   */
  addNotes?(body: Envelope, outcome: Outcome): Envelope
  /** Reads as much of the outcome as the envelope contains, added notes included. */
  fromBody(body: Envelope, codes: Codebook, shape?: string): Outcome
  /**
   * The notes of one string, and `timing`, that the envelope holds verbatim. A dialect that lists
   * them, even none, promises to hold plain outcomes verbatim: data that is an object, or one hard
   * problem whose properties are strings. Plain outcomes are then not read back.
   */
  readonly textNotes?: readonly (keyof Notes)[]
  /** The same for the notes that `addNotes` adds. */
  readonly addedTextNotes?: readonly (keyof Notes)[]
  /**
   * The properties of `details` that the dialect writes itself. A dialect that lists them promises
   * to hold every other one verbatim if its value is a string, number, boolean or null.
   */
  readonly ownDetails?: readonly string[]
  /** The hints that the dialect writes itself, for a problem that brings none. */
  readonly ownHints?: readonly string[]
  /** True if a value is an envelope of this dialect. */
  is(value: unknown): value is Envelope
  /**
   * Returns the schema of an envelope around data. Its root is an object without a union, valid for
   * success and failure.
   */
  schema(data: JsonSchema): JsonSchema
  /**
   * Returns the least of that schema that tells success from failure, open to properties that later
   * versions add. MCP lists it, because a list is paid for by the token. Default: `schema`.
   */
  leanSchema?(data: JsonSchema): JsonSchema
}

/** A lossless dialect, with the codes that the framework answers with in its spelling. */
export interface Contract extends Pick<
  ContractInit,
  'name' | 'codes' | 'spelling' | 'isTimed' | 'is' | 'schema'
> {
  /** Writes an outcome. Nothing is lost: `decode(encode(outcome))` is the outcome. */
  encode(outcome: Outcome, codes?: Codebook): Wire
  /** Reads an outcome; throws a TypeError for a body that is not an envelope of this dialect. */
  decode(wire: Wire, codes?: Codebook): Outcome
  /** Makes a problem of the framework's own, with this contract's code for the reason. */
  problem(reason: Reason, more?: ReasonProblem): Problem
  /** Returns what the model is told to do about a problem of the framework's own. */
  instructionFor(reason: Reason): string | undefined
  /**
   * The same contract in the bare shape of its source. Notes that the source has no field for then
   * travel beside the envelope only, where most hosts do not show them to a model.
   */
  readonly bare: Contract
  /** Returns the least of `schema` that tells success from failure; MCP lists it. */
  leanSchema(data: JsonSchema): JsonSchema
}

const nothing: ReasonProblem = Object.freeze({})

/**
 * Makes a dialect lossless. `encode` writes an outcome, reads it back, and puts everything that did
 * not come back into the overflow, which travels beside the envelope.
 *
 * A plain outcome (`isPlain`) is not read back, because that would take most of the time of a small
 * call: the dialect promises by `textNotes` and `ownDetails` to hold it verbatim, and only its
 * notes without a field overflow. `plain.test.ts` holds every dialect to its promise.
 */
export function defineContract(init: ContractInit): Contract {
  const { codes: own, framework, reasonDetails, addNotes, textNotes, addedTextNotes = [] } = init
  const kindsBeside = toKindsBeside(own, framework)
  const shared = {
    name: init.name,
    codes: own,
    spelling: init.spelling,
    isTimed: init.isTimed,
    is: init.is,
    schema: init.schema,
    leanSchema: init.leanSchema ?? init.schema,
    decode: createDecoder(init),
    instructionFor: (reason: Reason) => init.instructions?.[reason],
    problem(reason: Reason, more: ReasonProblem = nothing): Problem {
      const { message = reasons[reason].message, path, hint, next } = more
      const details = more.details ?? reasonDetails?.[reason]
      const code = framework[reason]
      return { code, message, path, hint, details, next, kind: kindsBeside[reason] }
    },
  }
  const bare: Contract = {
    ...shared,
    encode: createEncoder(init, init.toBody, textNotes),
    get bare() {
      return bare
    },
  }
  Object.freeze(bare)
  if (addNotes === undefined) return bare
  const held = textNotes && [...textNotes, ...addedTextNotes]
  const encode = createEncoder(init, withNotes, held)
  return Object.freeze({ ...shared, encode, bare })

  function withNotes(outcome: Outcome, codes: Codebook): ReturnType<ContractInit['toBody']> {
    const { body, shape } = init.toBody(outcome, codes)
    return { body: init.addNotes?.(body, outcome) ?? body, shape }
  }
}

/** Creates the writer of a dialect; `held` are the notes that it holds verbatim. */
function createEncoder(
  init: ContractInit,
  toBody: ContractInit['toBody'],
  held: ContractInit['textNotes'],
): Contract['encode'] {
  const { codes: own, fromBody } = init
  return function encode(outcome, codes = own) {
    const { body, shape } = toBody(outcome, codes)
    const isPromised = held !== undefined && isPlain(outcome, init)
    const overflow = isPromised
      ? plainOverflow(outcome, held)
      : toOverflow(outcome, fromBody(body, codes, shape), shape)
    return overflow === undefined ? { body } : { body, overflow }
  }
}

/** Creates the reader of a dialect. */
function createDecoder({ name, codes: own, is, fromBody }: ContractInit): Contract['decode'] {
  return function decode({ body, overflow }, codes = own) {
    if (!is(body))
      throw new TypeError(
        `This is not an envelope of the ${name} dialect. Ask ${name}.is() before decoding.`,
      )
    return applyOverflow(fromBody(body, codes, overflow?.shape), overflow)
  }
}

type KindsBeside = { -readonly [Name in Reason]?: Kind | undefined }

/** Returns the kinds that problems of the framework carry, because their codes have others. */
function toKindsBeside(codes: Codebook, framework: ContractInit['framework']): KindsBeside {
  const beside: KindsBeside = {}
  // The cast restores the key type that Object.keys widens.
  for (const reason of Object.keys(reasons) as Reason[])
    beside[reason] = kindBeside(codes, framework[reason], reasons[reason].kind)
  return beside
}

/** Returns the kind that a problem carries: undefined if it is the kind of its code. */
export const kindBeside = (codes: Codebook, code: string, kind: Kind): Kind | undefined =>
  kindInCodebook(codes, code) === kind ? undefined : kind

/** Returns the overflow of a plain outcome: the notes that the dialect does not hold. */
function plainOverflow({ notes }: Outcome, held: readonly (keyof Notes)[]): Overflow | undefined {
  for (const name in notes) {
    // The cast names the properties that the loop visits.
    const note = name as keyof Notes
    if (notes[note] === undefined || held.includes(note)) continue
    return { notes: compact(without({ ...notes }, held)) }
  }
  return undefined
}

/** An outcome in its envelope, serialised once. */
export interface Written {
  readonly outcome: Outcome
  readonly envelope: string
  readonly overflow?: Overflow | undefined
}

/** Writes an outcome as it is. */
export function writeWhole(outcome: Outcome, contract: Contract, codes: Codebook): Written {
  const { body, overflow } = contract.encode(outcome, codes)
  return { outcome, envelope: JSON.stringify(body), overflow }
}
