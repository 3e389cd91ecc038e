import { rollUp } from '../../spec/roll-up.ts'
import type { Spec } from '../../spec/spec.ts'
import type { ForeignPlan, Remark } from '../foreign-plan.ts'
import { settlePlan } from '../settle/settle-plan.ts'
import { addNodes } from './add-nodes.ts'
import { createDraft, type Draft } from './create-draft.ts'
import { externalOf } from './external-of.ts'
import type { KeptNode } from './kept-node.ts'
import { linkNodes, type RefusedLink } from './link-nodes.ts'
import { mergeJournal } from './merge-journal.ts'
import { mergeNodes } from './merge-nodes.ts'
import { mergeRoot } from './merge-root.ts'
import { placeNodes } from './place-nodes.ts'
import { toFillRemarks } from './to-fill-remarks.ts'
import { createFills } from './to-task-metadata.ts'
import { toWantedNodes } from './to-wanted-nodes.ts'

/** What an import needs from outside. */
export interface ImportOptions {
  /** ISO 8601. */
  readonly now: string
  /** Returns a random tail for an id. */
  readonly newId: () => string
  /** The id of a new spec. */
  readonly specId: string
}

/** A spec with a plan in it, and what came of every task. */
export interface ImportedPlan {
  /** The same object if nothing changed. */
  readonly spec: Spec
  /** Ids of nodes. */
  readonly added: readonly string[]
  readonly updated: readonly string[]
  readonly unchanged: readonly string[]
  readonly kept: readonly KeptNode[]
  /** Ids of nodes that the source no longer has. They stay. */
  readonly removedInSource: readonly string[]
  readonly remarks: readonly Remark[]
}

/**
 * Puts a plan into a spec, or makes a spec of it. Tasks are found again by the ids of the source,
 * so a second import updates what changed there. Work that was done here stays.
 */
export function importPlan(
  plan: ForeignPlan,
  existing: Spec | undefined,
  options: ImportOptions,
): ImportedPlan {
  const settled = settlePlan(plan)
  const fills = createFills()
  const wanted = toWantedNodes(settled, fills)
  const draft = createDraft(existing, { kind: plan.kind, newId: options.newId })
  const added = addNodes(draft, wanted)
  const before = new Map(wanted.map(({ id }) => [id, dependenciesBefore(draft, id)]))
  const moved = placeNodes(draft, wanted)
  const links = wanted.map((node) => ({ wanted: node, before: before.get(node.id) ?? [] }))
  const refused = linkNodes(draft, links, existing === undefined)
  const kept = mergeNodes(draft, wanted, moved)
  const spec = toSpec(draft, existing, { plan: settled, options })
  const isChanged = (id: string) => spec.hierarchy[id] !== existing?.hierarchy[id]
  const old = wanted
    .flatMap(({ id }) => draft.ids.get(id) ?? [])
    .filter((id) => !added.includes(id))
  return {
    spec,
    added,
    updated: old.filter(isChanged),
    unchanged: old.filter((id) => !isChanged(id)),
    kept,
    removedInSource: removedFrom(draft, new Set(wanted.map(({ id }) => id))),
    remarks: [
      ...settled.remarks,
      ...toFillRemarks(fills, plan.path),
      ...refused.map((link) => toRemark(link, plan.path)),
    ],
  }
}

const dependenciesBefore = ({ nodes, ids }: Draft, foreignId: string): readonly string[] => {
  const node = nodes.get(ids.get(foreignId) ?? '')
  return (node && externalOf(node)?.dependencies) ?? []
}

const removedFrom = ({ ids }: Draft, wanted: ReadonlySet<string>): readonly string[] =>
  [...ids].filter(([foreignId]) => !wanted.has(foreignId)).map(([, id]) => id)

const toRemark = ({ from, to }: RefusedLink, path: string): Remark => ({
  path,
  message: `${from} depends on ${to} in the source, and ${to} waits for ${from} here.`,
  action: 'The dependency of the source was left out.',
})

interface SpecContext {
  readonly plan: ForeignPlan
  readonly options: ImportOptions
}

/** The spec of a draft; the old one if nothing in it changed. */
function toSpec(draft: Draft, existing: Spec | undefined, { plan, options }: SpecContext): Spec {
  const { now, specId } = options
  const empty: Spec = { spec_id: specId, generated: now, last_updated: now, hierarchy: {} }
  const spec = existing ?? empty
  const titled = mergeRoot(draft, spec, plan)
  const idOf = (foreignId: string) => draft.ids.get(foreignId)
  const journal = mergeJournal(spec.journal ?? [], plan, { now, idOf })
  const isSameJournal = journal.length === (spec.journal?.length ?? 0)
  const isSame =
    draft.nodes.size === Object.keys(spec.hierarchy).length &&
    [...draft.nodes].every(([id, node]) => spec.hierarchy[id] === node)
  const hierarchy = isSame ? spec.hierarchy : Object.fromEntries(draft.nodes)
  if (isSame && isSameJournal && titled === spec) return existing ?? rollUp(spec)
  const changed = { ...titled, last_updated: now, hierarchy }
  return rollUp(isSameJournal ? changed : { ...changed, journal })
}
