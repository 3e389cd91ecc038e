import { compact } from '../../json/json.ts'
import type { Notes, Outcome } from '../../outcome/outcome.ts'
import type { Envelope } from './contract-init.ts'
import { readRecord } from './read.ts'
import { fromShownNotes, toShownNotes } from './shown-notes.ts'

/**
 * Adds `notes` to the envelope of a dialect that has no field for notes, nor for the partial answer
 * of a failure. It is there only if it says something.
 */
export function addNotesMember(body: Envelope, outcome: Outcome): Envelope {
  const shown = toShownNotes(outcome)
  if (outcome.ok || outcome.data === undefined) {
    return shown === undefined ? body : { ...body, notes: shown }
  }
  return { ...body, notes: { ...shown, partial_data: outcome.data } }
}

/** What an envelope has in its `notes`. */
export interface NotesMember {
  readonly notes: Notes
  /** The partial answer of a failure. */
  readonly data: unknown
  /** The next steps, as they are in the envelope. */
  readonly next: unknown
}

const nothing: NotesMember = { notes: {}, data: undefined, next: undefined }

/** Reads what `addNotesMember` added. */
export function readNotesMember(body: Envelope): NotesMember {
  const member = readRecord(body.notes)
  if (member === undefined) return nothing
  const { partial_data: data, next } = member
  return { notes: compact(fromShownNotes(member)), data, next }
}
