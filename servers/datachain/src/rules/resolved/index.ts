import { elementIdCollision, unknownElementId } from './element-ids.ts'
import { provenanceRequired } from './provenance-required.ts'
import { snapshotDrift } from './snapshot-drift.ts'
import { suggestedCategoryUnknown } from './suggested-category-unknown.ts'

/** The rules of a resolved datachain beside those of every datachain. */
export const resolvedRules = [
  elementIdCollision,
  provenanceRequired,
  unknownElementId,
  suggestedCategoryUnknown,
  snapshotDrift,
] as const

/** The code of such a rule. */
export type ResolvedCode = (typeof resolvedRules)[number]['code']
