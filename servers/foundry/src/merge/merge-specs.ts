import type { Conflict } from '../conflicts/conflicts-in.ts'
import { toConflictFinding } from '../conflicts/to-conflict-findings.ts'
import type { Finding } from '../findings/finding.ts'
import { rollUp } from '../spec/roll-up.ts'
import type { Spec } from '../spec/spec.ts'
import { mergeNodes } from './nodes/merge-nodes.ts'
import type { Nodes } from './nodes/node-of.ts'
import { type Renamed, renameClashes } from './nodes/rename-clashes.ts'
import { type OrderedSides, type Side, isWrittenAs, orderSides } from './order-sides.ts'
import { type JsonObject, isSame } from './values/canonical.ts'
import { mergeJournal } from './values/merge-journal.ts'
import { type Clash, type Merging, mergeObjects } from './values/merge-value.ts'
import type { Three } from './values/three.ts'
import { withConflicts } from './with-conflicts.ts'

/** The version that two branches began with, and what each made of it. */
export interface SpecVersions {
  /** Not there if both branches added the file. */
  readonly base?: Spec | undefined
  readonly ours: Spec
  readonly theirs: Spec
}

/** What two branches say together. */
export interface MergedSpec {
  readonly spec: Spec
  /** What somebody should look at: values that both changed, and nodes with new ids. */
  readonly conflicts: readonly Finding[]
}

/**
 * Merges what two branches made of a spec, by node and by member. Whoever merges gets the same: no
 * side is better than the other because it is "ours". Nothing that a branch said is lost without a
 * conflict that names it.
 */
export function mergeSpecs({ base, ours, theirs }: SpecVersions): MergedSpec {
  const before = base === undefined ? undefined : { spec: base }
  return mergeSides(before, orderSides({ spec: ours }, { spec: theirs }))
}

/** Merges two sides that are in order. If one is like the base, the other is the answer. */
export function mergeSides(base: Side | undefined, sides: OrderedSides): MergedSpec {
  const unchanged = findUnchanged(base, sides)
  if (unchanged !== undefined) return { spec: unchanged.spec, conflicts: [] }
  const { first, second, isFirstLater } = sides
  const versions = { base: base?.spec, first: first.spec, second: second.spec }
  return mergeChanged(versions, isFirstLater)
}

/** Returns the side that says everything, if there is one. */
function findUnchanged(base: Side | undefined, { first, second }: OrderedSides): Side | undefined {
  if (isSame(first.spec, second.spec)) return isWrittenAs(first, base) ? second : first
  if (isSame(base?.spec, second.spec)) return first
  return isSame(base?.spec, first.spec) ? second : undefined
}

function mergeChanged(versions: Three<Spec>, isFirstLater: boolean): MergedSpec {
  const { specs, renamed } = renameClashes(versions)
  const ofSpec: Conflict[] = []
  const ofNodes = new Map<string, Conflict[]>()
  const reordered: string[] = []
  const report = (id: string, conflict: Conflict) => {
    const known = ofNodes.get(id)
    if (known === undefined) ofNodes.set(id, [conflict])
    else known.push(conflict)
  }
  const reportOrder = (id: string) => reordered.push(id)
  const nodes = mergeNodes(
    { base: nodesOf(specs.base), first: nodesOf(specs.first), second: nodesOf(specs.second) },
    { isFirstLater, report, reportOrder },
  )
  const merged = mergeMembers(withParts(specs, nodes), {
    isFirstLater,
    report: (clash: Clash) => ofSpec.push({ ...clash, reason: 'both_changed' }),
  })
  return {
    spec: rollUp(withConflicts(merged, { ofSpec, ofNodes })),
    conflicts: [
      ...ofSpec.map((conflict) => toConflictFinding('', conflict)),
      ...[...ofNodes].flatMap(([id, conflicts]) =>
        conflicts.map((conflict) => toConflictFinding(`hierarchy.${id}`, conflict)),
      ),
      ...renamed.map(toRenamedFinding),
      ...reordered.map(toOrderFinding),
    ],
  }
}

const nodesOf = (spec: Spec | undefined): Nodes => new Map(Object.entries(spec?.hierarchy ?? {}))

/** Values that are computed again, or that only say when a side was written. */
const derived = ['last_updated', 'status', 'progress_percentage', 'current_phase'] as const

/** Gives both sides the parts that are merged already, so that what is left can be merged. */
function withParts({ base, first, second }: Three<Spec>, nodes: Nodes): Three<Spec> {
  const parts: { hierarchy: Spec['hierarchy']; journal?: Spec['journal'] } = {
    hierarchy: Object.fromEntries(nodes),
  }
  if (first.journal !== undefined || second.journal !== undefined) {
    parts.journal = mergeJournal({
      base: base?.journal,
      first: first.journal ?? [],
      second: second.journal ?? [],
    })
  }
  const values = derived.filter((key) => first[key] !== undefined).map((key) => [key, first[key]])
  const secondParts = { ...Object.fromEntries(values), ...parts }
  return { base, first: { ...first, ...parts }, second: { ...second, ...secondParts } }
}

/** Merges the members of the spec itself. */
function mergeMembers(specs: Three<Spec>, merging: Merging): Spec {
  // The casts give a spec the type of any object, and what is merged from two specs is a spec.
  const objects = specs as unknown as Three<JsonObject>
  return mergeObjects(objects, [], merging) as unknown as Spec
}

const toRenamedFinding = ({ from, to }: Renamed): Finding => ({
  code: 'MERGE_RENAMED',
  severity: 'info',
  path: `hierarchy.${to}`,
  message: `Both branches added ${from}, each another one. This one is ${to} now.`,
  hint: `Call it ${to} in notes and commits. Everything in the spec that named it already does.`,
})

const toOrderFinding = (id: string): Finding => ({
  code: 'MERGE_ORDER',
  severity: 'info',
  path: `hierarchy.${id}.children`,
  message: `Both branches ordered the children of ${id}. The order of the later one is kept.`,
  hint: 'Move the children if another order is right.',
})
