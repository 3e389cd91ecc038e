import { rootId } from '../spec/root-id.ts'
import type { Spec } from '../spec/spec.ts'
import { subtreeOf } from '../spec/subtree-of.ts'
import { stateOf } from '../state/state-of.ts'
import { filesOf } from './files-of.ts'
import { isWork } from './is-check.ts'
import { stoppedBy, waitsFor } from './waits-for.ts'

/** What is asked of a spec again and again while its file stays the same. */
export interface PlanIndex {
  /** All nodes below the root, in the order of the plan. */
  readonly order: readonly string[]
  /** The place of each node in that order. */
  readonly places: ReadonlyMap<string, number>
  /** The work that can be begun, in the order of the plan; who holds it is not known here. */
  readonly ready: readonly string[]
  /** Ids of open work by the paths that it names. */
  readonly byPath: ReadonlyMap<string, readonly string[]>
  /** Ids of open work by every folder above the paths that it names. */
  readonly byFolder: ReadonlyMap<string, readonly string[]>
}

/** Creates a maker of indexes that makes one for each text of a spec. */
export function createPlanIndexes(): (spec: Spec) => PlanIndex {
  const known = new WeakMap<Spec, PlanIndex>()
  return (spec) => {
    const index = known.get(spec) ?? toPlanIndex(spec)
    known.set(spec, index)
    return index
  }
}

function toPlanIndex(spec: Spec): PlanIndex {
  const order = subtreeOf(spec, rootId).slice(1)
  const open = order.filter((id) => isOpenWork(spec, id))
  const ready = open.filter((id) => isReady(spec, id))
  return {
    order,
    places: new Map(order.map((id, place) => [id, place])),
    ready,
    byPath: groupBy(open, (id) => pathsOf(spec, id)),
    byFolder: groupBy(open, (id) => pathsOf(spec, id).flatMap(foldersAbove)),
  }
}

function isOpenWork(spec: Spec, id: string): boolean {
  const node = spec.hierarchy[id]
  if (node === undefined || !isWork(spec, node)) return false
  return !['completed', 'cancelled'].includes(stateOf(node))
}

/** True if the plan lets work be begun now. */
export function isReady(spec: Spec, id: string): boolean {
  const node = spec.hierarchy[id]
  if (node === undefined || stateOf(node) !== 'pending') return false
  return waitsFor(spec, id).length === 0 && stoppedBy(spec, id).length === 0
}

function pathsOf(spec: Spec, id: string): readonly string[] {
  const node = spec.hierarchy[id]
  return node === undefined ? [] : filesOf(node)
}

function groupBy(
  ids: readonly string[],
  keysOf: (id: string) => readonly string[],
): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, string[]>()
  for (const id of ids) {
    for (const key of new Set(keysOf(id))) {
      const group = groups.get(key) ?? []
      group.push(id)
      groups.set(key, group)
    }
  }
  return groups
}

/** Returns `a/b` and `a` for `a/b/c`. */
export function foldersAbove(path: string): readonly string[] {
  const parts = path.split('/').slice(0, -1)
  return parts.map((_, at) => parts.slice(0, at + 1).join('/'))
}
