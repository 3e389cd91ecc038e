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
  /** The values of those whose element is known. */
  readonly values: readonly PlacedValue[]
}

/**
 * A placement with what its element and its category say; without an element where that is not
 * known.
 */
export interface PlacedElement {
  readonly index: number
  readonly placement: Placement
  readonly element?: Element | SuggestedElement
  readonly context?: Context
  readonly variables: readonly Variable[]
}

/** The value of a variable, with the variable where that is known. */
export interface PlacedValue {
  readonly placed: PlacedElement
  /** Among the variables of the placement. */
  readonly index: number
  readonly value: VariableValue
  readonly variable?: Variable
}

/** A resolved datachain with everything that a rule may ask about it. */
export interface ResolvedScope extends InstanceScope {
  readonly resolved: ResolvedDatachain
  /** The version that it was made from, where that is at hand. */
  readonly live?: SchemaVersion
}

/** A datachain as the rules see it, against a version. */
export function toInstanceScope(
  datachain: Datachain,
  { manifest, datachainType, categories, categoryById, elementById }: SchemaVersion,
): InstanceScope {
  const { version, locales } = manifest
  const placements = placeAll(datachain, elementById, categoryById)
  return {
    datachain,
    version,
    locales,
    datachainType,
    categories,
    elements: elementById,
    placements,
    values: valuesOf(placements),
  }
}

/** A resolved datachain as the rules see it: against what it carries, not against the version. */
export function toResolvedScope(
  resolved: ResolvedDatachain,
  version: string,
  live: SchemaVersion | undefined,
): ResolvedScope {
  const { datachain_type: datachainType, categories } = resolved.schema_snapshot
  // What the version says wins over what was suggested.
  const elements = new Map(
    [...resolved.suggested_elements, ...resolved.schema_snapshot.elements].map((element) => [
      element.id,
      element,
    ]),
  )
  const placements = placeAll(
    resolved,
    elements,
    new Map(categories.map((category) => [category.id, category])),
  )
  const locales = live?.manifest.locales ?? datachainType.locales
  return {
    datachain: resolved,
    resolved,
    version,
    locales,
    datachainType,
    categories,
    elements,
    placements,
    values: valuesOf(placements),
    ...(live && { live }),
  }
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
    return {
      index,
      placement,
      element,
      context: element.context ?? category?.element_context,
      variables: category?.element_variables ?? element.variables,
    }
  })
}

function valuesOf(placements: readonly PlacedElement[]): readonly PlacedValue[] {
  const values: PlacedValue[] = []
  for (const placed of placements) {
    if (placed.element === undefined) continue
    for (const [index, value] of placed.placement.variables.entries()) {
      values.push({
        placed,
        index,
        value,
        variable: placed.variables.find(({ id }) => id === value.id),
      })
    }
  }
  return values
}
