import type { Conflict } from '../conflicts/conflicts-in.ts'
import type { Spec } from '../spec/spec.ts'
import { toCanonical } from './values/canonical.ts'

/** The conflicts of a merge by the id of their node; those of the spec itself are apart. */
export interface Conflicts {
  readonly ofSpec: readonly Conflict[]
  readonly ofNodes: ReadonlyMap<string, readonly Conflict[]>
}

/** Keeps the conflicts of a merge where they belong, so that they are found until decided. */
export function withConflicts(spec: Spec, { ofSpec, ofNodes }: Conflicts): Spec {
  if (ofSpec.length === 0 && ofNodes.size === 0) return spec
  const entries = Object.entries(spec.hierarchy).map(([id, node]) => {
    const conflicts = ofNodes.get(id)
    if (conflicts === undefined) return [id, node]
    return [id, { ...node, metadata: addConflicts(node.metadata, conflicts) }]
  })
  const kept = { ...spec, hierarchy: Object.fromEntries(entries) }
  if (ofSpec.length === 0) return kept
  return { ...kept, metadata: addConflicts(spec.metadata ?? {}, ofSpec) }
}

type Metadata = Readonly<Record<string, unknown>>

function addConflicts(metadata: Metadata, added: readonly Conflict[]): Metadata {
  const { conflicts } = metadata
  const before: readonly unknown[] = Array.isArray(conflicts) ? conflicts : []
  const known = new Set(before.map(toCanonical))
  const after = added.filter((conflict) => !known.has(toCanonical(conflict)))
  return { ...metadata, conflicts: [...before, ...after] }
}
