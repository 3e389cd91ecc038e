import { compact, isLeaf, isRecord, without } from '../../json/json.ts'
import { type Codebook, kindInCodebook } from '../../outcome/codebook.ts'
import { toFailure } from '../../outcome/failure.ts'
import type { Kind } from '../../outcome/kinds.ts'
import type { Failure, Notes, Outcome, Problem } from '../../outcome/outcome.ts'
import { type Reason, type ReasonProblem, reasons } from '../../outcome/reasons.ts'
import type { JsonSchema } from '../../schema/json-schema.ts'
import type { ContractInit, Envelope } from './contract-init.ts'
import { type Overflow, applyOverflow, toOverflow } from './overflow.ts'

/** An outcome on the wire: the envelope, and everything that it has no field for. */
export interface Wire {
  readonly body: Envelope
  readonly overflow?: Overflow
}

/** A lossless dialect, with the codes that the framework answers with in its spelling. */
export interface Contract<Code extends string = string> extends Pick<
  ContractInit,
  'name' | 'codes' | 'spelling' | 'isTimed' | 'is' | 'schema' | 'toText'
> {
  /** Never set: it carries the codes in the type, so that one of several contracts can be given. */
  readonly '~code'?: Code | undefined
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
  readonly bare: Contract<Code>
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
export function defineContract<const Code extends string>(
  init: ContractInit<Code>,
): Contract<Code> {
  const { codes: own, framework, reasonDetails, addNotes, textNotes, addedTextNotes = [] } = init
  const kindsBeside = toKindsBeside(own, framework)
  const shared = {
    name: init.name,
    codes: own,
    spelling: init.spelling,
    isTimed: init.isTimed,
    is: init.is,
    toText: init.toText,
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
  const bare: Contract<Code> = {
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
  const { codes: own, ownDetails, ownHints, fromBody } = init
  return function encode(outcome, codes = own) {
    const { body, shape } = toBody(outcome, codes)
    const isPromised = held !== undefined && isPlain(outcome, ownDetails, ownHints)
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

/** The notes that are one string; a dialect has a field for such a note or has none. */
const textNotes: readonly string[] = [
  'requestId',
  'message',
  'instruction',
  'version',
  'contentHash',
] satisfies readonly (keyof Notes)[]

/** The properties of a problem that are one string. */
const textMembers: readonly string[] = [
  'code',
  'message',
  'path',
  'hint',
] satisfies readonly (keyof Problem)[]

/**
 * True for outcomes that every dialect stores verbatim: object data or exactly one hard problem,
 * and only string notes. The dialect says which details and hints it writes itself.
 */
export function isPlain(
  outcome: Outcome,
  ownDetails?: readonly string[],
  ownHints?: readonly string[],
): boolean {
  if (!hasPlainNotes(outcome.notes)) return false
  if (outcome.ok) return isRecord(outcome.data)
  const { problems, soft, data } = outcome
  if (problems.length !== 1 || soft || data !== undefined) return false
  const [{ hint }] = problems
  if (hint !== undefined && ownHints?.includes(hint) === true) return false
  return isPlainProblem(problems[0], ownDetails)
}

/** True if all notes are non-empty strings, or metrics. */
function hasPlainNotes(notes: Notes): boolean {
  if (!hasTextsOnly(notes, textNotes, 'timing')) return false
  return notes.timing === undefined || areMetrics(notes.timing)
}

/** True if there is a metric, and each is a number that JSON has. */
function areMetrics(timing: NonNullable<Notes['timing']>): boolean {
  let isEmpty = true
  for (const name in timing) {
    if (!Number.isFinite(timing[name])) return false
    isEmpty = false
  }
  return !isEmpty
}

function isPlainProblem(problem: Problem, ownDetails: readonly string[] | undefined): boolean {
  const { details } = problem
  if (details !== undefined) {
    if (ownDetails === undefined || !areHeldDetails(details, ownDetails)) return false
  }
  return hasTextsOnly(problem, textMembers, 'details')
}

/**
 * True if the details are leaves that the dialect does not write itself; false if there are none.
 */
function areHeldDetails(
  details: Readonly<Record<string, unknown>>,
  own: readonly string[],
): boolean {
  let isEmpty = true
  for (const name in details) {
    const value = details[name]
    if (value === undefined || !isLeaf(value) || own.includes(name)) return false
    isEmpty = false
  }
  return !isEmpty
}

/**
 * True if all properties are non-empty strings of these names; undefined ones and `other` aside.
 */
function hasTextsOnly<T extends object>(
  object: T,
  names: readonly string[],
  other?: string,
): boolean {
  for (const name in object) {
    const value = object[name]
    if (value === undefined || name === other) continue
    if (typeof value !== 'string' || value === '' || !names.includes(name)) return false
  }
  return true
}

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

/** A problem of the framework's own, before a contract spells its code. */
export interface ReasonedProblem extends ReasonProblem {
  readonly reason: Reason
}

/**
 * Makes a failure of the framework's own. Its instruction, if the contract has one, is that of the
 * first reason.
 */
export function toRefusalFailure(
  contract: Contract,
  problems: readonly [ReasonedProblem, ...ReasonedProblem[]],
  given: Notes = {},
): Failure {
  const [first, ...others] = problems
  const instruction = contract.instructionFor(first.reason)
  const notes = instruction === undefined ? given : { ...given, instruction }
  const further = others.map((other) => toProblem(contract, other))
  return toFailure([toProblem(contract, first), ...further], { notes })
}

function toProblem(contract: Contract, { reason, ...problem }: ReasonedProblem) {
  return contract.problem(reason, problem)
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
  return { outcome, envelope: contract.toText?.(body) ?? JSON.stringify(body), overflow }
}
