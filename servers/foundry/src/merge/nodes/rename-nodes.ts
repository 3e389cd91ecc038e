import type { JournalEntry, Spec, SpecNode } from '../../spec/spec.ts'
import { journalKeys } from '../values/merge-journal.ts'

type Names = ReadonlyMap<string, string>

/** Members of metadata that hold the id of a node. */
const references = new Set(['target', 'discovered_from'])

/**
 * Returns a version in which nodes have other ids, and everything that names them too. A renamed
 * node remembers what it was. Journal lines that the other side has as well are left as they are.
 */
export function renameNodes(spec: Spec, names: Names, other?: Spec): Spec {
  if (names.size === 0) return spec
  const hierarchy = Object.fromEntries(
    Object.entries(spec.hierarchy).map(([id, node]) => {
      const name = names.get(id)
      const linked = withNames(node, names)
      if (name === undefined) return [id, linked]
      const { type, title } = node
      const metadata = { renamed_from: { id, type, title }, ...linked.metadata }
      return [name, { ...linked, metadata }]
    }),
  )
  const renamed = { ...spec, hierarchy }
  if (spec.journal === undefined) return renamed
  const shared = new Set(journalKeys(other?.journal ?? []))
  const keys = journalKeys(spec.journal)
  const journal = spec.journal.map((entry, at) =>
    shared.has(keys[at] ?? '') ? entry : withTaskName(entry, names),
  )
  return { ...renamed, journal }
}

function withNames(node: SpecNode, names: Names): SpecNode {
  const rename = (ids: readonly string[]) => ids.map((id) => names.get(id) ?? id)
  const parent = node.parent === null ? null : (names.get(node.parent) ?? node.parent)
  const metadata = withNamesIn(node.metadata, names)
  const placed = { ...node, parent, children: rename(node.children), metadata }
  if (node.dependencies === undefined) return placed
  const dependencies = Object.entries(node.dependencies).map(([kind, ids]) => [
    kind,
    Array.isArray(ids) ? rename(ids) : ids,
  ])
  return { ...placed, dependencies: Object.fromEntries(dependencies) }
}

function withNamesIn(metadata: SpecNode['metadata'], names: Names): SpecNode['metadata'] {
  const named = Object.entries(metadata).map(([key, value]) => {
    const isReference = references.has(key) && typeof value === 'string'
    return [key, isReference ? (names.get(value) ?? value) : value]
  })
  return Object.fromEntries(named)
}

function withTaskName(entry: JournalEntry, names: Names): JournalEntry {
  const name = entry.task_id === undefined ? undefined : names.get(entry.task_id)
  return name === undefined ? entry : { ...entry, task_id: name }
}
