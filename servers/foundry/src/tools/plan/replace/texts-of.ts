import type { Spec, SpecNode } from '../../../spec/spec.ts'
import type { MemberChange } from '../changes-of.ts'

/** The kinds of texts that can be replaced. */
export const textKinds = ['titles', 'descriptions', 'criteria'] as const

/** One of the kinds of texts that can be replaced. */
export type TextKind = (typeof textKinds)[number]

/** A text of a node. */
export interface ReplaceableText {
  readonly id: string
  /** The member of the metadata, or `title`. */
  readonly member: string
  /** The place in an array. */
  readonly place?: number | undefined
  readonly text: string
}

/** Returns the texts of these kinds, in the order of the file. */
export function textsOf(spec: Spec, kinds: readonly TextKind[]): readonly ReplaceableText[] {
  return Object.entries(spec.hierarchy).flatMap(([id, node]) => [
    ...(kinds.includes('titles') ? [{ id, member: 'title', text: node.title }] : []),
    ...(kinds.includes('descriptions') ? descriptionsOf(id, node) : []),
    ...(kinds.includes('criteria') ? criteriaOf(id, node) : []),
  ])
}

const descriptionsOf = (id: string, { metadata }: SpecNode): readonly ReplaceableText[] =>
  ['description', 'details'].flatMap((member) => {
    const text = metadata[member]
    return typeof text === 'string' ? [{ id, member, text }] : []
  })

function criteriaOf(id: string, { metadata }: SpecNode): readonly ReplaceableText[] {
  const { acceptance_criteria: criteria } = metadata
  if (!Array.isArray(criteria)) return []
  return criteria.flatMap((text: unknown, place) =>
    typeof text === 'string' ? [{ id, member: 'acceptance_criteria', place, text }] : [],
  )
}

/** A text, and what it becomes. */
export interface ChangedText extends ReplaceableText {
  readonly after: string
}

/** Returns the changes of one node. */
export function toMemberChanges(
  { title, metadata }: SpecNode,
  texts: readonly ChangedText[],
): readonly MemberChange[] {
  const changes = new Map<string, { before: unknown; after: unknown }>()
  for (const { member, place, after } of texts) {
    const before = member === 'title' ? title : metadata[member]
    const current = changes.get(member)?.after ?? before
    const isItem = place !== undefined && Array.isArray(current)
    changes.set(member, { before, after: isItem ? current.with(place, after) : after })
  }
  return [...changes].map(([member, change]) => ({ member, ...change }))
}
