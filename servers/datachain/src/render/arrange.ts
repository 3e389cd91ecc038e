import type {
  Category,
  Context,
  ContextValue,
  Element,
  ElementProvenance,
  Placement,
  ResolvedDatachain,
  SuggestedElement,
  Variable,
} from '../model/index.ts'

/** A placement together with everything that it refers to. */
export interface Placed {
  /** The id of its card in the document. */
  readonly anchor: string
  readonly placement: Placement
  /** Undefined where the snapshot has no such element. */
  readonly element: Element | SuggestedElement | undefined
  readonly category: Category | undefined
  readonly variables: readonly Variable[]
  readonly context: Context | undefined
  readonly contextValue: ContextValue | undefined
  readonly provenance: ElementProvenance | undefined
  readonly isProposed: boolean
}

/** A category with its placements; one without a category holds what fits nowhere. */
export interface Section {
  readonly anchor: string
  readonly category: Category | undefined
  readonly placed: readonly Placed[]
}

/**
 * The sections in the order of the datachain type: those with placements, and those that must have
 * some.
 */
export function arrange(resolved: ResolvedDatachain): readonly Section[] {
  const categories = inOrder(resolved)
  const groups = new Map<Category | undefined, Placed[]>(
    [...categories, undefined].map((category) => [category, []]),
  )
  for (const placed of placeAll(
    resolved,
    new Map(categories.map((category) => [category.id, category])),
  ))
    groups.get(placed.category)?.push(placed)
  const sections: Section[] = []
  for (const [category, placed] of groups) {
    if (placed.length === 0 && category?.required !== true) continue
    sections.push({
      anchor: `c${sections.length + 1}`,
      category,
      placed: placed.toSorted((a, b) => a.placement.priority - b.placement.priority),
    })
  }
  return sections
}

function inOrder({
  schema_snapshot: { datachain_type: type, categories },
}: ResolvedDatachain): readonly Category[] {
  const places = new Map(type.categories.map((id, at) => [id, at]))
  const placeOf = ({ id }: Category) => places.get(id) ?? places.size
  return [...new Map(categories.map((category) => [category.id, category])).values()].toSorted(
    (a, b) => placeOf(a) - placeOf(b) || a.order - b.order,
  )
}

function placeAll(
  resolved: ResolvedDatachain,
  categories: ReadonlyMap<string, Category>,
): readonly Placed[] {
  const {
    elements: placements,
    schema_snapshot: snapshot,
    suggested_elements: suggested,
  } = resolved
  const known = new Map(snapshot.elements.map((element) => [element.id, element]))
  const proposed = new Map(suggested.map((element) => [element.id, element]))
  const provenanceOf = provenanceFinder(resolved)
  return placements.map((placement, at) => {
    const element = known.get(placement.element_id) ?? proposed.get(placement.element_id)
    const category = element === undefined ? undefined : categories.get(element.category_id)
    const context = element?.context ?? category?.element_context
    return {
      anchor: `e${at + 1}`,
      placement,
      element,
      category,
      variables:
        (element?.variables.length ?? 0) > 0
          ? (element?.variables ?? [])
          : (category?.element_variables ?? []),
      context,
      contextValue: context?.values.find(({ id }) => id === placement.context_type_id),
      provenance: provenanceOf(placement),
      isProposed: element !== undefined && !known.has(placement.element_id),
    }
  })
}

/** Provenance is kept by instance id, or by the id of an element that is placed once. */
function provenanceFinder({
  elements,
  authoring_provenance: authoring,
}: ResolvedDatachain): (placement: Placement) => ElementProvenance | undefined {
  if (authoring?.kind !== 'ai_generated') return () => undefined
  const byId = new Map(Object.entries(authoring.element_provenance))
  const counts = new Map<string, number>()
  for (const { element_id: id } of elements) counts.set(id, (counts.get(id) ?? 0) + 1)
  return ({ element_instance_id: own, element_id: id }) =>
    (own === undefined ? undefined : byId.get(own)) ??
    (counts.get(id) === 1 ? byId.get(id) : undefined)
}
