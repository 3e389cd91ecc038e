import type { CodeFacts, Codebook } from '../../outcome/codebook.ts'
import type { Notes, Outcome, Problem } from '../../outcome/outcome.ts'
import type { Reason } from '../../outcome/reasons.ts'
import type { JsonSchema } from '../../schema/json-schema.ts'

/** A JSON object on the wire. */
export type Envelope = Readonly<Record<string, unknown>>

/** How the source of a dialect spells its codes. */
export type CodeSpelling = 'SCREAMING_SNAKE_CASE' | 'snake_case'

/** A dialect as its author writes it; `defineContract` makes it lossless. */
export interface ContractInit<Code extends string = string> {
  readonly name: string
  /** Every code of the contract, reserved ones included. */
  readonly codes: Readonly<Record<Code, CodeFacts>>
  /** Servers are warned of codes that are spelt another way. Default: any spelling. */
  readonly spelling?: CodeSpelling | undefined
  /** True if answers say how long their tools ran, as `timing.duration_ms` of the notes. */
  readonly isTimed?: boolean | undefined
  /** The code for each of the framework's own reasons. */
  readonly framework: Readonly<Record<Reason, NoInfer<Code>>>
  /** The details of a problem of the framework's own that brings none, by its reason. */
  readonly reasonDetails?:
    | Readonly<Partial<Record<Reason, NonNullable<Problem['details']>>>>
    | undefined
  /** What the model is told to do about a failure of the framework's own, by its reason. */
  readonly instructions?: Readonly<Partial<Record<Reason, string>>> | undefined
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
  readonly textNotes?: readonly (keyof Notes)[] | undefined
  /** The same for the notes that `addNotes` adds. */
  readonly addedTextNotes?: readonly (keyof Notes)[] | undefined
  /**
   * The properties of `details` that the dialect writes itself. A dialect that lists them promises
   * to hold every other one verbatim if its value is a string, number, boolean or null.
   */
  readonly ownDetails?: readonly string[] | undefined
  /** The hints that the dialect writes itself, for a problem that brings none. */
  readonly ownHints?: readonly string[] | undefined
  /** Writes a body as JSON, quicker than `JSON.stringify` and character by character the same. */
  readonly toText?: ((body: Envelope) => string) | undefined
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
