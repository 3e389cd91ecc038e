import type { Action, ElementProvenance, SourceRef } from '../../model/index.ts'

/** The words of a document that are not from its datachain. */
export interface Words {
  readonly lang: string
  readonly untitled: string
  readonly skip: string
  readonly contents: string
  readonly proposed: string
  readonly proposedNote: string
  readonly unknownElement: string
  readonly otherCategory: string
  readonly aiWritten: string
  readonly aiNote: string
  readonly humanWritten: string
  readonly model: string
  readonly why: string
  readonly whyVariable: string
  readonly confidence: string
  readonly confidences: Readonly<Record<NonNullable<ElementProvenance['confidence']>, string>>
  readonly quotes: string
  readonly missing: string
  readonly missingNote: string
  readonly notGiven: string
  readonly blank: string
  readonly contact: string
  readonly actions: Readonly<Record<Action['type'], string>>
  readonly flows: string
  readonly startsWith: string
  readonly sources: string
  readonly source: string
  readonly quote: string
  readonly usedIn: string
  readonly sourceTypes: Readonly<Record<SourceRef['type'], string>>
  readonly about: string
  readonly schema: string
  readonly identifier: string
  readonly edition: string
  readonly created: string
  readonly updated: string
  readonly author: string
  readonly linked: string
  /** Between a label and what it labels. */
  readonly colon: string
  readonly marks: readonly [string, string]
  readonly months: readonly string[]
}
