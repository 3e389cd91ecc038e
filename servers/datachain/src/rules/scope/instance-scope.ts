import type {
  Category,
  Context,
  Datachain,
  DatachainType,
  Element,
  Placement,
  ResolvedDatachain,
  SchemaVersion,
  SuggestedElement,
  Variable,
  VariableValue,
} from '../../model/index.ts'

/** A datachain with everything that a rule may ask about it. */
export interface InstanceScope {
  readonly datachain: Datachain
  /** The name of the version that it is checked against. */
  readonly version: string
  readonly locales: readonly string[]
  readonly datachainType: DatachainType
  readonly categories: readonly Category[]
  readonly elements: ReadonlyMap<string, Element | SuggestedElement>
  /** As many as there are in the datachain, in the same order. */
  readonly placements: readonly PlacedElement[]
  /** The values of placements whose element is known. */
  readonly values: readonly PlacedValue[]
}

/** A placement with its element, and the context and variables that it may use. */
export interface PlacedElement {
  readonly index: number
  readonly placement: Placement
  /** Undefined if it is not known. */
  readonly element?: Element | SuggestedElement | undefined
  readonly context?: Context | undefined
  readonly variables: readonly Variable[]
}

/** The value of a variable, with its placement. */
export interface PlacedValue {
  readonly placed: PlacedElement
  /** Among the variables of the placement. */
  readonly index: number
  readonly value: VariableValue
  /** Undefined if it is not known. */
  readonly variable?: Variable | undefined
}

/** A resolved datachain with everything that a rule may ask about it. */
export interface ResolvedScope extends InstanceScope {
  readonly resolved: ResolvedDatachain
  /** The version that it was resolved against, if it is served. */
  readonly live?: SchemaVersion | undefined
}

/** The scope of a datachain that is checked against a version. */
export function toInstanceScope(datachain: Datachain, checked: SchemaVersion): InstanceScope {
  const { version, locales } = checked.manifest
  const placements = placeAll(datachain, checked.elementById, checked.categoryById)
  return {
    datachain,
    version,
    locales,
    datachainType: checked.datachainType,
    categories: checked.categories,
    elements: checked.elementById,
    placements,
    values: valuesOf(placements),
  }
}

/** The scope of a resolved datachain, which is checked against its own snapshot. */
export function toResolvedScope(
  resolved: ResolvedDatachain,
  version: string,
  live: SchemaVersion | undefined,
): ResolvedScope {
  const { datachain_type: datachainType, categories } = resolved.schema_snapshot
  const elements = elementsOf(resolved)
  const categoryById = new Map(categories.map((category) => [category.id, category]))
  const placements = placeAll(resolved, elements, categoryById)
  return {
    datachain: resolved,
    resolved,
    version,
    locales: live?.manifest.locales ?? datachainType.locales,
    datachainType,
    categories,
    elements,
    placements,
    values: valuesOf(placements),
    live,
  }
}

/** Elements of the snapshot come last, so that they win over suggested ones of the same id. */
function elementsOf(resolved: ResolvedDatachain): InstanceScope['elements'] {
  const elements = [...resolved.suggested_elements, ...resolved.schema_snapshot.elements]
  return new Map(elements.map((element) => [element.id, element]))
}

function placeAll(
  { elements }: Datachain,
  known: InstanceScope['elements'],
  categories: ReadonlyMap<string, Category>,
): readonly PlacedElement[] {
  return elements.map((placement, index) => {
    const element = known.get(placement.element_id)
    if (element === undefined) return { index, placement, variables: [] }
    const category = categories.get(element.category_id)
    const context = element.context ?? category?.element_context
    const variables = category?.element_variables ?? element.variables
    return { index, placement, element, context, variables }
  })
}

function valuesOf(placements: readonly PlacedElement[]): readonly PlacedValue[] {
  const values: PlacedValue[] = []
  for (const placed of placements) {
    if (placed.element === undefined) continue
    for (const [index, value] of placed.placement.variables.entries()) {
      const variable = placed.variables.find(({ id }) => id === value.id)
      values.push({ placed, index, value, variable })
    }
  }
  return values
}
