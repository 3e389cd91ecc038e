import { snapshotDrift } from './snapshot-drift.ts'
import {
  elementIdCollision,
  provenanceRequired,
  suggestedCategoryUnknown,
  unknownElementId,
} from './suggestions.ts'

/** The rules that a resolved datachain has beside those of every datachain. */
export const resolvedRules = [
  elementIdCollision,
  provenanceRequired,
  unknownElementId,
  suggestedCategoryUnknown,
  snapshotDrift,
] as const

export type ResolvedCode = (typeof resolvedRules)[number]['code']
