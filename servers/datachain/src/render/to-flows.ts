import { html, type Html } from '../html/html.ts'
import type { ResolvedDatachain, Subchain, SubchainInstance } from '../model/index.ts'
import type { Placed, Section } from './arrange.ts'
import type { Page } from './page/page.ts'

/**
 * One occurrence of a subchain: its name, where it starts, and its placements in the subchain's
 * order of categories.
 */
export interface Flow {
  readonly id: string
  readonly anchor: string
  readonly name: Html
  readonly heads: readonly Placed[]
  readonly steps: readonly Section[]
}

/**
 * The flows of a datachain in their order; the same subchain is numbered where it occurs more than
 * once.
 */
export function toFlows(
  page: Page,
  { subchain_instances: instances, schema_snapshot: { datachain_type: type } }: ResolvedDatachain,
  sections: readonly Section[],
): readonly Flow[] {
  const ordered = instances.toSorted((a, b) => (a.order ?? Infinity) - (b.order ?? Infinity) || 0)
  const subchains = new Map(type.subchains.map((subchain) => [subchain.id, subchain]))
  const all = sections.flatMap(({ placed }) => placed)
  const steps = groupByFlow(sections)
  return ordered.map((instance, at) => {
    const subchain = subchains.get(instance.subchain_id)
    const alike = ordered.filter((one) => one.subchain_id === instance.subchain_id)
    const name = (subchain && page.text(subchain.name)) ?? html`${instance.subchain_id}`
    return {
      id: instance.id,
      anchor: `f${at + 1}`,
      name: alike.length > 1 ? html`${name} ${alike.indexOf(instance) + 1}` : name,
      heads: headsOf(instance, all),
      steps: inOrder(steps.get(instance.id) ?? [], subchain),
    }
  })
}

const headsOf = (
  { head_refs: heads }: SubchainInstance,
  all: readonly Placed[],
): readonly Placed[] =>
  heads.length === 0
    ? []
    : all.filter(
        ({ placement }) =>
          heads.includes(placement.element_id) ||
          heads.includes(placement.element_instance_id ?? ''),
      )

/** The sections cut to what belongs to each occurrence of a subchain, by its id. */
function groupByFlow(sections: readonly Section[]): ReadonlyMap<string, readonly Section[]> {
  const groups = new Map<string, { readonly section: Section; readonly placed: Placed[] }[]>()
  for (const section of sections) {
    for (const one of section.placed) {
      const { subchain_instance_id: id } = one.placement
      if (id === undefined) continue
      const steps = groups.get(id) ?? []
      const last = steps.at(-1)
      if (last?.section === section) last.placed.push(one)
      else groups.set(id, [...steps, { section, placed: [one] }])
    }
  }
  return new Map(
    Array.from(groups, ([id, steps]) => [
      id,
      steps.map(({ section, placed }) => ({ ...section, placed })),
    ]),
  )
}

function inOrder(steps: readonly Section[], subchain: Subchain | undefined): readonly Section[] {
  const places = new Map((subchain?.categories ?? []).map((category, at) => [category, at]))
  const placeOf = ({ category }: Section) => places.get(category?.id ?? '') ?? places.size
  return steps.toSorted((a, b) => placeOf(a) - placeOf(b))
}
