import type { SpecNode } from '../../spec/spec.ts'
import type { Draft } from './create-draft.ts'
import { type External, externalOf, hashOf } from './external-of.ts'
import type { KeptNode } from './kept-node.ts'
import { mergeMembers, withMember } from './merge-members.ts'
import type { WantedNode } from './wanted-node.ts'

/** Takes titles, states and metadata from the source. Returns what was changed here and stayed. */
export function mergeNodes(
  draft: Draft,
  wanted: readonly WantedNode[],
  moved: readonly string[],
): readonly KeptNode[] {
  const isMoved = new Set(moved)
  return wanted.flatMap((one) => {
    const id = draft.ids.get(one.id) ?? ''
    const node = draft.nodes.get(id)
    if (node === undefined) return []
    const before = externalOf(node)
    const merged = mergeMembers(node, membersOf(one, draft), before?.seen)
    const parent = isMoved.has(id) ? before?.parent : one.parent
    const external = toExternal(one, { kind: draft.kind, seen: merged.seen, parent })
    draft.nodes.set(id, withExternal(merged.node, external))
    const members = isMoved.has(id) ? [...merged.kept, 'parent'] : merged.kept
    return members.length === 0 ? [] : [{ id, foreignId: one.id, members }]
  })
}

/** Everything that the source owns of a node, by name. */
function membersOf(wanted: WantedNode, { ids }: Draft): Readonly<Record<string, unknown>> {
  const { title, state, metadata, discoveredFrom } = wanted
  const from = discoveredFrom === undefined ? undefined : ids.get(discoveredFrom)
  const members = { title, state, ...metadata, discovered_from: from }
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined))
}

function toExternal(
  { id, children, dependencies, rest }: WantedNode,
  { kind, seen, parent }: Pick<External, 'kind' | 'seen' | 'parent'>,
): Readonly<Record<string, unknown>> {
  const all = { kind, id, parent, children, dependencies, seen, rest }
  const isFilled = ([name, value]: [string, unknown]) =>
    value !== undefined && (name === 'kind' || name === 'id' || !isEmpty(value))
  return Object.fromEntries(Object.entries(all).filter(isFilled))
}

const isEmpty = (value: unknown) =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0

/** What did not change stays the same object. */
function withExternal(node: SpecNode, external: Readonly<Record<string, unknown>>): SpecNode {
  const isSame = hashOf(node.metadata.external) === hashOf(external)
  return isSame ? node : withMember(node, 'external', external)
}
