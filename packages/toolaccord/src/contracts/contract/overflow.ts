import { compact, isLeaf, isRecord, sameJson, without } from '../../json/json.ts'
import { toFailure } from '../../outcome/failure.ts'
import { type Failure, type Notes, type Outcome, type Problem, ok } from '../../outcome/outcome.ts'
import { isErrorLike, readArray, readProblem } from './read.ts'

/**
 * The parts of an outcome that an envelope has no field for; they travel beside the body, in
 * `_meta`, a header or on stderr.
 */
export interface Overflow {
  /** How the dialect wrapped data that it cannot hold as it is. */
  readonly shape?: string
  readonly problems?: Failure['problems']
  readonly soft?: boolean
  /** An object, so that data that is undefined, which JSON drops, is not taken for no data. */
  readonly data?: { readonly value?: unknown }
  /** Null takes back a note that the envelope seems to hold. */
  readonly notes?: { readonly [Name in keyof Notes]: Notes[Name] | null }
}

type Draft = { -readonly [Name in keyof Overflow]: Overflow[Name] }

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
 * and only string notes. `ownDetails` are the details that the dialect writes itself.
 */
export function isPlain(outcome: Outcome, ownDetails: readonly string[] | undefined): boolean {
  if (!hasTextsOnly(outcome.notes, textNotes)) return false
  if (outcome.ok) return isRecord(outcome.data)
  const { problems, soft, data } = outcome
  if (problems.length !== 1 || soft || data !== undefined) return false
  return isPlainProblem(problems[0], ownDetails)
}

function isPlainProblem(problem: Problem, ownDetails: readonly string[] | undefined): boolean {
  const { details } = problem
  if (details !== undefined) {
    if (ownDetails === undefined || !areHeldDetails(details, ownDetails)) return false
  }
  return hasTextsOnly(problem, textMembers, 'details')
}

/** True if the details are leaves that the dialect does not write itself; false if none. */
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

/** True if all properties but `other` are non-empty strings of these names; undefined is absent. */
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
export function plainOverflow(
  { notes }: Outcome,
  held: readonly (keyof Notes)[],
): Overflow | undefined {
  for (const name in notes) {
    // The cast names the properties that the loop visits.
    const note = name as keyof Notes
    if (notes[note] === undefined || held.includes(note)) continue
    return { notes: compact(without({ ...notes }, held)) }
  }
  return undefined
}

/**
 * Returns the parts of an outcome that reading the envelope back does not give, or undefined if it
 * gives them all.
 */
export function toOverflow(
  outcome: Outcome,
  readBack: Outcome,
  shape: string | undefined,
): Overflow | undefined {
  const overflow: Draft = {}
  if (shape !== undefined) overflow.shape = shape
  if (!outcome.ok && !readBack.ok) addFailureOverflow(overflow, outcome, readBack)
  if (!sameJson(outcome.data, readBack.data)) overflow.data = { value: outcome.data }
  const notes = notesOverflow(outcome.notes, readBack.notes)
  if (notes !== undefined) overflow.notes = notes
  return Object.keys(overflow).length === 0 ? undefined : overflow
}

function addFailureOverflow(overflow: Draft, outcome: Failure, readBack: Failure): void {
  if (!sameJson(outcome.problems, readBack.problems)) overflow.problems = outcome.problems
  if (outcome.soft !== readBack.soft) overflow.soft = outcome.soft
}

function notesOverflow(notes: Notes, readBack: Notes): Overflow['notes'] {
  // The cast restores the key type that Object.keys widens.
  const names = new Set([...Object.keys(notes), ...Object.keys(readBack)]) as Set<keyof Notes>
  const lost = [...names].filter((name) => !sameJson(notes[name], readBack[name]))
  if (lost.length === 0) return undefined
  return Object.fromEntries(lost.map((name) => [name, notes[name] ?? null]))
}

/** Returns the outcome that was encoded, from what the envelope gave and the overflow beside it. */
export function applyOverflow(readBack: Outcome, overflow: Overflow | undefined): Outcome {
  if (overflow === undefined) return readBack
  const notes = applyNotes(readBack.notes, overflow.notes)
  const data = overflow.data === undefined ? readBack.data : overflow.data.value
  if (readBack.ok) return ok(data, notes)
  const problems = readProblems(overflow.problems, readBack.problems)
  return toFailure(problems, { data, notes }, overflow.soft ?? readBack.soft)
}

function applyNotes(readBack: Notes, overflow: Overflow['notes']): Notes {
  const entries = Object.entries({ ...readBack, ...overflow })
  return Object.fromEntries(entries.filter(([, note]) => note !== null))
}

/** An overflow may come from anywhere, like a body. */
function readProblems(given: unknown, otherwise: Failure['problems']): Failure['problems'] {
  const [first, ...others] = readArray(given).filter(isErrorLike).map(readProblem)
  return first === undefined ? otherwise : [first, ...others]
}
