import { compact, isLeaf, isRecord, sameJson, without } from '../../json/json.ts'
import type { Failure, Notes, Outcome, Problem } from '../../outcome/outcome.ts'
import { isErrorLike, list, readProblem } from './read.ts'

/** What an envelope has no field for; it travels beside the body, in `_meta`, a header or on stderr. */
export interface Overflow {
  /** How the dialect wrapped data that it cannot hold as it is. */
  readonly shape?: string
  readonly problems?: Failure['problems']
  readonly soft?: boolean
  /** One member, so that a payload of `undefined`, which JSON drops, is not mistaken for none. */
  readonly data?: { readonly value?: unknown }
  /** Null takes back a note that the envelope seems to hold. */
  readonly notes?: { readonly [Name in keyof Notes]: Notes[Name] | null }
}

/** Notes that are one text; a dialect has a member for such a note or has none. */
const textNotes: readonly string[] = [
  'requestId',
  'message',
  'instruction',
  'version',
  'contentHash',
] satisfies readonly (keyof Notes)[]
const textMembers: readonly string[] = [
  'code',
  'message',
  'path',
  'hint',
] satisfies readonly (keyof Problem)[]

/**
 * Whether an outcome is an object or one hard problem, told in texts and details that the dialect
 * holds as they are, with no notes but texts.
 */
export function isPlain(outcome: Outcome, ownDetails: readonly string[] | undefined): boolean {
  if (!hasTextsOnly(outcome.notes, textNotes)) return false
  if (outcome.ok) return isRecord(outcome.data)
  const { problems, soft, data } = outcome
  return (
    problems.length === 1 && !soft && data === undefined && isPlainProblem(problems[0], ownDetails)
  )
}

function isPlainProblem(problem: Problem, ownDetails: readonly string[] | undefined): boolean {
  const { details } = problem
  return (
    (details === undefined || (ownDetails !== undefined && areHeldDetails(details, ownDetails))) &&
    hasTextsOnly(problem, textMembers, 'details')
  )
}

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

function hasTextsOnly<T extends object>(
  object: T,
  names: readonly string[],
  other?: string,
): boolean {
  for (const name in object) {
    const value = object[name]
    if (
      name !== other &&
      value !== undefined &&
      (typeof value !== 'string' || value === '' || !names.includes(name))
    )
      return false
  }
  return true
}

/** What an envelope that holds these notes has no field for, of a plain outcome. */
export function plainOverflow(
  { notes }: Outcome,
  held: readonly (keyof Notes)[],
): Overflow | undefined {
  for (const name in notes) {
    // The cast names the members that the loop visits.
    const note = name as keyof Notes
    if (notes[note] !== undefined && !held.includes(note))
      return { notes: compact(without({ ...notes }, held)) }
  }
  return undefined
}

/**
 * The members of an outcome that reading the envelope back does not give; undefined when it gives
 * them all.
 */
export function toOverflow(
  outcome: Outcome,
  readBack: Outcome,
  shape: string | undefined,
): Overflow | undefined {
  const overflow: Overflow = {
    ...(shape !== undefined && { shape }),
    ...(!outcome.ok && !readBack.ok && failureOverflow(outcome, readBack)),
    ...(!sameJson(outcome.data, readBack.data) && { data: { value: outcome.data } }),
    ...notesOverflow(outcome.notes, readBack.notes),
  }
  return Object.keys(overflow).length === 0 ? undefined : overflow
}

function failureOverflow(outcome: Failure, readBack: Failure): Overflow {
  return {
    ...(!sameJson(outcome.problems, readBack.problems) && { problems: outcome.problems }),
    ...(outcome.soft !== readBack.soft && { soft: outcome.soft }),
  }
}

function notesOverflow(notes: Notes, readBack: Notes): Overflow {
  const names = new Set([...Object.keys(notes), ...Object.keys(readBack)]) as Set<keyof Notes>
  const lost = [...names].filter((name) => !sameJson(notes[name], readBack[name]))
  return lost.length === 0
    ? {}
    : { notes: Object.fromEntries(lost.map((name) => [name, notes[name] ?? null])) }
}

/** The outcome that was encoded, from what the envelope gave and what travelled beside it. */
export function applyOverflow(readBack: Outcome, overflow: Overflow | undefined): Outcome {
  if (overflow === undefined) return readBack
  const notes: Notes = Object.fromEntries(
    Object.entries({ ...readBack.notes, ...overflow.notes }).filter(([, note]) => note !== null),
  )
  if (readBack.ok)
    return { ...readBack, ...(overflow.data && { data: overflow.data.value }), notes }
  const { data: known, ...failed } = readBack
  const data = overflow.data ? overflow.data.value : known
  return {
    ...failed,
    problems: readProblems(overflow.problems, failed.problems),
    soft: overflow.soft ?? failed.soft,
    ...(data !== undefined && { data }),
    notes,
  }
}

/** What travels beside a body may come from anywhere, like the body. */
function readProblems(given: unknown, otherwise: Failure['problems']): Failure['problems'] {
  const [first, ...others] = list(given).filter(isErrorLike).map(readProblem)
  return first === undefined ? otherwise : [first, ...others]
}
