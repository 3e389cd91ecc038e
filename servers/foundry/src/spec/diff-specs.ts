import type { JournalEntry, Spec, SpecNode } from './spec.ts'

/** One difference between two texts of a spec. */
export interface SpecChange {
  /** Where, such as `hierarchy.task-1-2.metadata.file_path`. */
  readonly path: string
  readonly kind: 'added' | 'removed' | 'changed'
  readonly before?: unknown
  readonly after?: unknown
}

type Members = Readonly<Record<string, unknown>>

/** What follows from the rest, and would only repeat it. */
const derived = new Set(['last_updated', 'status', 'progress_percentage', 'current_phase'])

/** The same for nodes, with what is compared by itself. */
const derivedOfNodes = new Set(['total_tasks', 'completed_tasks', 'metadata', 'dependencies'])

/** Returns what is different, by node and member; what is derived is left out. */
export function diffSpecs(before: Spec, after: Spec): readonly SpecChange[] {
  const { hierarchy: nodes, journal, metadata, ...spec } = before
  const { hierarchy: newNodes, journal: newJournal, metadata: newMetadata, ...newSpec } = after
  return [
    ...diffMembers('', without(spec, derived), without(newSpec, derived)),
    ...diffMembers('metadata.', metadata, newMetadata),
    ...diffNodes(nodes, newNodes),
    ...diffJournals(journal ?? [], newJournal ?? []),
  ]
}

function diffNodes(before: Spec['hierarchy'], after: Spec['hierarchy']): readonly SpecChange[] {
  const ids = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...ids].flatMap((id) => {
    const one = before[id]
    const other = after[id]
    if (one === other) return []
    if (one !== undefined && other !== undefined) return diffNode(`hierarchy.${id}.`, one, other)
    return [toChange(`hierarchy.${id}`, one?.title, other?.title)]
  })
}

function diffNode(path: string, before: SpecNode, after: SpecNode): readonly SpecChange[] {
  const { blocks: _, ...links } = before.dependencies ?? {}
  const { blocks: __, ...newLinks } = after.dependencies ?? {}
  return [
    ...diffMembers(path, without(before, derivedOfNodes), without(after, derivedOfNodes)),
    ...diffMembers(`${path}dependencies.`, links, newLinks),
    ...diffMembers(`${path}metadata.`, before.metadata, after.metadata),
  ]
}

const without = (members: object, names: ReadonlySet<string>): Members =>
  Object.fromEntries(Object.entries(members).filter(([name]) => !names.has(name)))

function diffMembers(path: string, before: Members = {}, after: Members = {}) {
  const names = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...names].flatMap((name) => {
    const one = before[name]
    const other = after[name]
    return isSame(one, other) ? [] : [toChange(`${path}${name}`, one, other)]
  })
}

/** Lines are told apart by what they say, because an old program gives them no id. */
function diffJournals(before: readonly JournalEntry[], after: readonly JournalEntry[]) {
  const known = new Set(before.map((line) => JSON.stringify(line)))
  const kept = new Set(after.map((line) => JSON.stringify(line)))
  const removed = before.map((line, at) =>
    kept.has(JSON.stringify(line)) ? [] : [toChange(`journal.${at}`, line.title, undefined)],
  )
  const added = after.map((line, at) =>
    known.has(JSON.stringify(line)) ? [] : [toChange(`journal.${at}`, undefined, line.title)],
  )
  return [...removed.flat(), ...added.flat()]
}

function toChange(path: string, before: unknown, after: unknown): SpecChange {
  if (before === undefined) return { path, kind: 'added', after }
  if (after === undefined) return { path, kind: 'removed', before }
  return { path, kind: 'changed', before, after }
}

const isSame = (one: unknown, other: unknown): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other)
