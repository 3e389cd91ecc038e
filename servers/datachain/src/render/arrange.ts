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
  /** Undefined if the snapshot has no such element. */
  readonly element: Element | SuggestedElement | undefined
  readonly category: Category | undefined
  readonly variables: readonly Variable[]
  readonly context: Context | undefined
  readonly contextValue: ContextValue | undefined
  readonly provenance: ElementProvenance | undefined
  readonly isProposed: boolean
}

/** A category with its placements; placements of no known category share a section without one. */
export interface Section {
  readonly anchor: string
  readonly category: Category | undefined
  readonly placed: readonly Placed[]
}

/**
 * The sections of a document in the order of the datachain type: those with placements, and those
 * of required categories.
 */
export function arrange(resolved: ResolvedDatachain): readonly Section[] {
  const categories = inOrder(resolved)
  const categoryById = new Map(categories.map((category) => [category.id, category]))
  const groups = new Map<Category | undefined, Placed[]>()
  for (const category of [...categories, undefined]) groups.set(category, [])
  for (const placed of placeAll(resolved, categoryById)) groups.get(placed.category)?.push(placed)
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

function inOrder({ schema_snapshot: snapshot }: ResolvedDatachain): readonly Category[] {
  const places = new Map(snapshot.datachain_type.categories.map((id, at) => [id, at]))
  const placeOf = ({ id }: Category) => places.get(id) ?? places.size
  const unique = new Map(snapshot.categories.map((category) => [category.id, category]))
  return [...unique.values()].sort((a, b) => placeOf(a) - placeOf(b) || a.order - b.order)
}

function placeAll(
  resolved: ResolvedDatachain,
  categories: ReadonlyMap<string, Category>,
): readonly Placed[] {
  const { elements: placements, schema_snapshot: snapshot } = resolved
  const known = new Map(snapshot.elements.map((element) => [element.id, element]))
  const proposed = new Map(resolved.suggested_elements.map((element) => [element.id, element]))
  const provenanceOf = provenanceFinder(resolved)
  return placements.map((placement, at) => {
    const { element_id: id, context_type_id: chosen } = placement
    const element = known.get(id) ?? proposed.get(id)
    const category = element && categories.get(element.category_id)
    const context = element?.context ?? category?.element_context
    return {
      anchor: `e${at + 1}`,
      placement,
      element,
      category,
      variables: variablesOf(element, category),
      context,
      contextValue: context?.values.find((value) => value.id === chosen),
      provenance: provenanceOf(placement),
      isProposed: element !== undefined && !known.has(id),
    }
  })
}

function variablesOf(
  element: Element | SuggestedElement | undefined,
  category: Category | undefined,
): readonly Variable[] {
  if (element !== undefined && element.variables.length > 0) return element.variables
  return category?.element_variables ?? []
}

/** Finds provenance by the id of a placement, or by the id of an element that is placed once. */
function provenanceFinder({
  elements,
  authoring_provenance: authoring,
}: ResolvedDatachain): (placement: Placement) => ElementProvenance | undefined {
  if (authoring?.kind !== 'ai_generated') return () => undefined
  const byId = new Map(Object.entries(authoring.element_provenance))
  const counts = new Map<string, number>()
  for (const { element_id: id } of elements) counts.set(id, (counts.get(id) ?? 0) + 1)
  return ({ element_instance_id: own, element_id: id }) => {
    const ofPlacement = own === undefined ? undefined : byId.get(own)
    if (ofPlacement !== undefined) return ofPlacement
    return counts.get(id) === 1 ? byId.get(id) : undefined
  }
}
