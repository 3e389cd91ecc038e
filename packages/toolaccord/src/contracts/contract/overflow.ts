import { sameJson } from '../../json/json.ts'
import { toFailure } from '../../outcome/failure.ts'
import { type Failure, type Notes, type Outcome, ok } from '../../outcome/outcome.ts'
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
