import { rootId } from '../../spec/root-id.ts'
import type { Spec } from '../../spec/spec.ts'
import { findCycles } from '../faults/find-cycles.ts'
import { quote, quoteAll } from '../faults/quote.ts'
import type { RuleInput } from './rule.ts'

/** Reports nodes that wait for each other, with the circle. */
export function checkDependencyCycles({ spec, report }: RuleInput): void {
  for (const cycle of findDependencyCycles(spec)) {
    const first = cycle.find((id) => spec.hierarchy[id]?.dependencies !== undefined) ?? rootId
    const place = ['hierarchy', first, 'dependencies']
    const [start = rootId] = cycle
    const path = `${quoteAll(cycle, ' → ')} → ${quote(start)}`
    report('DEPENDENCY_CYCLE', place, `Nodes wait for each other, so none can begin: ${path}.`, {
      hint: 'Remove one of these dependencies; a node also waits for what its parent waits for.',
    })
  }
}

/**
 * Each node begins and ends. It begins after its parent began and after all that it is blocked by
 * ended, and ends after its children. A circle among these moments is a plan that cannot go on.
 */
function findDependencyCycles(spec: Spec): readonly (readonly string[])[] {
  const { hierarchy } = spec
  const blockers = collectBlockers(spec)
  const listers = collectListers(spec)
  const nextOf = (moment: string): readonly string[] => {
    const id = moment.slice(1)
    const node = hierarchy[id]
    if (node === undefined) return []
    if (moment.startsWith(end)) return [begin + id, ...node.children.map((child) => end + child)]
    const before = (blockers.get(id) ?? []).map((blocker) => end + blocker)
    const above = listers.get(id)
    return above === undefined ? before : [...before, begin + above]
  }
  const moments = Object.keys(hierarchy).map((id) => begin + id)
  return findCycles(moments, nextOf).map(toIds)
}

const begin = '<'
const end = '>'

/** The node that lists each node as its child. */
function collectListers({ hierarchy }: Spec): ReadonlyMap<string, string> {
  const listers = new Map<string, string>()
  for (const [id, { children }] of Object.entries(hierarchy)) {
    for (const child of children) listers.set(child, id)
  }
  return listers
}

/** What each node is blocked by, whichever of the two says so. */
function collectBlockers({ hierarchy }: Spec): ReadonlyMap<string, readonly string[]> {
  const blockers = new Map<string, string[]>()
  const add = (id: string, blocker: string) => {
    if (id === blocker) return
    const known = blockers.get(id) ?? []
    known.push(blocker)
    blockers.set(id, known)
  }
  for (const [id, { dependencies }] of Object.entries(hierarchy)) {
    for (const blocker of dependencies?.blocked_by ?? []) add(id, blocker)
    for (const other of dependencies?.blocks ?? []) add(other, id)
  }
  return blockers
}

/** A node whose beginning and end are both on the circle is named once. */
function toIds(moments: readonly string[]): readonly string[] {
  const ids = moments.map((moment) => moment.slice(1))
  const named = ids.filter((id, at) => at === 0 || id !== ids[at - 1])
  return named.length > 1 && named.at(-1) === named[0] ? named.slice(0, -1) : named
}
