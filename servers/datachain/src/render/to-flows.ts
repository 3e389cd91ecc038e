import { html, type Html } from '@toolaccord/pages'
import type { ResolvedDatachain, Subchain, SubchainInstance } from '../model/index.ts'
import type { Placed, Section } from './arrange.ts'
import type { Page } from './page/page.ts'

/** One occurrence of a subchain. */
export interface Flow {
  readonly id: string
  readonly anchor: string
  readonly name: Html
  readonly heads: readonly Placed[]
  /** Its placements, in the subchain's order of categories. */
  readonly steps: readonly Section[]
}

/** The flows of a datachain in their order; several flows of one subchain are numbered. */
export function toFlows(
  page: Page,
  { subchain_instances: instances, schema_snapshot: { datachain_type: type } }: ResolvedDatachain,
  sections: readonly Section[],
): readonly Flow[] {
  // Infinity minus Infinity is not a number, which leaves both in their order.
  const ordered = instances.toSorted((a, b) => (a.order ?? Infinity) - (b.order ?? Infinity) || 0)
  const subchains = new Map(type.subchains.map((subchain) => [subchain.id, subchain]))
  const all = sections.flatMap(({ placed }) => placed)
  const steps = groupByFlow(sections)
  return ordered.map((instance, at) => {
    const subchain = subchains.get(instance.subchain_id)
    return {
      id: instance.id,
      anchor: `f${at + 1}`,
      name: nameOf(page, instance, subchain, ordered),
      heads: headsOf(instance, all),
      steps: inOrder(steps.get(instance.id) ?? [], subchain),
    }
  })
}

function nameOf(
  page: Page,
  instance: SubchainInstance,
  subchain: Subchain | undefined,
  all: readonly SubchainInstance[],
): Html {
  const name = (subchain && page.text(subchain.name)) ?? html`${instance.subchain_id}`
  const alike = all.filter((one) => one.subchain_id === instance.subchain_id)
  if (alike.length === 1) return name
  return html`${name} ${alike.indexOf(instance) + 1}`
}

function headsOf(
  { head_refs: heads }: SubchainInstance,
  all: readonly Placed[],
): readonly Placed[] {
  if (heads.length === 0) return []
  return all.filter(
    ({ placement: { element_id, element_instance_id = '' } }) =>
      heads.includes(element_id) || heads.includes(element_instance_id),
  )
}

/** The sections of each flow by its id, with the placements that belong to it. */
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
  const flows = new Map<string, readonly Section[]>()
  for (const [id, steps] of groups)
    flows.set(
      id,
      steps.map(({ section, placed }) => ({ ...section, placed })),
    )
  return flows
}

function inOrder(steps: readonly Section[], subchain: Subchain | undefined): readonly Section[] {
  const places = new Map((subchain?.categories ?? []).map((category, at) => [category, at]))
  const placeOf = ({ category }: Section) => places.get(category?.id ?? '') ?? places.size
  return steps.toSorted((a, b) => placeOf(a) - placeOf(b))
}
