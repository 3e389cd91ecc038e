import * as z from 'zod'
import { fields } from '../fields/fields.ts'
import type { Frozen } from '../fields/frozen.ts'
import { Id } from '../fields/id.ts'
import { listOf } from '../fields/list-of.ts'
import { LocalizedText } from '../fields/localized-text.ts'
import { SourceRef } from '../fields/source-ref.ts'
import { wellFormed } from '../fields/well-formed.ts'
import { VersionName } from '../taxonomy/version-name.ts'
import { Placement } from './placement.ts'
import { AuthoringProvenance } from './provenance.ts'

/** One occurrence of a subchain; heads are element ids or element instance ids. */
export const SubchainInstance = z.strictObject({
  id: Id,
  subchain_id: fields.name,
  head_refs: listOf(fields.name).default([]),
  order: z.int().min(0).optional(),
})

/** The most placements of a datachain. */
export const mostPlacements = 500

/** A description of a system: the elements that apply to it, and the details of each. */
export const Datachain = z.strictObject({
  id: fields.line,
  schema_version: VersionName,
  title: LocalizedText.default([]),
  description: LocalizedText.default([]),
  created_at: fields.timestamp,
  updated_at: fields.timestamp.optional(),
  instance_version: fields.line.optional(),
  elements: listOf(Placement, mostPlacements).min(1),
  subchain_instances: listOf(SubchainInstance).default([]),
  sources: listOf(SourceRef).default([]),
  linked_instance_ids: listOf(wellFormed(z.string().min(1).max(200))).default([]),
  authoring_provenance: AuthoringProvenance.optional(),
})

/** A subchain instance, as it was parsed. */
export type SubchainInstance = Frozen<z.infer<typeof SubchainInstance>>
/** A datachain, as it was parsed. */
export type Datachain = Frozen<z.infer<typeof Datachain>>
