import { isLeaf, isRecord } from '../../json/json.ts'
import type { Notes, Outcome, Problem } from '../../outcome/outcome.ts'
import type { ContractInit } from './contract.ts'

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
  { ownDetails, ownHints }: Pick<ContractInit, 'ownDetails' | 'ownHints'>,
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
