import { compact } from '../../json/json.ts'
import type { Notes, Outcome } from '../../outcome/outcome.ts'
import type { Envelope } from './contract.ts'
import { readRecord } from './read.ts'
import { fromShownNotes, toShownNotes } from './shown-notes.ts'

/**
 * Adds `notes` to the envelope of a dialect that has no field for notes, nor for the partial answer
 * of a failure. It is there only if it says something.
 */
export function addNotesMember(body: Envelope, outcome: Outcome): Envelope {
  const shown = toShownNotes(outcome.notes)
  if (outcome.ok || outcome.data === undefined) {
    return shown === undefined ? body : { ...body, notes: shown }
  }
  return { ...body, notes: { ...shown, partial_data: outcome.data } }
}

/** Reads what `addNotesMember` added. */
export function readNotesMember(body: Envelope): { readonly notes: Notes; readonly data: unknown } {
  const member = readRecord(body.notes)
  if (member === undefined) return { notes: {}, data: undefined }
  return { notes: compact(fromShownNotes(member)), data: member.partial_data }
}
