import type {
  Category,
  Datachain,
  Element,
  Placement,
  SchemaVersion,
  Subchain,
  Variable,
  VariableValue,
} from '../../model/index.ts'
import { isActionFine, isLinkFine, isTextFine } from './document.ts'
import { isBlank } from './variables.ts'

/**
 * Whether a datachain breaks no rule, advice included. Most that are checked break none, and one
 * pass that only says so takes a fraction of the time of the rules.
 */
export function isFlawless(
  datachain: Datachain,
  { manifest, datachainType, categories, categoryById, elementById }: SchemaVersion,
): boolean {
  const { version, locales } = manifest
  const { schema_version, title, description, linked_instance_ids: linked } = datachain
  if (
    schema_version !== version ||
    !isTextFine(title, locales) ||
    !isTextFine(description, locales) ||
    !linked.every((_, at) => isLinkFine(datachain, at))
  )
    return false
  const flows = flowsOf(datachain, datachainType.subchains)
  const placed = new Placed()
  for (const placement of datachain.elements) {
    const element = elementById.get(placement.element_id)
    const category = element && categoryById.get(element.category_id)
    if (
      element === undefined ||
      category === undefined ||
      !isPlacementFine(placement, element, category, locales) ||
      !placed.add(placement, element, category)
    )
      return false
    const { subchain_instance_id: flow } = placement
    if (flow !== undefined && flows?.get(flow)?.categories.includes(category.id) !== true)
      return false
  }
  return (
    flows !== undefined &&
    placed.explains(datachain) &&
    categories.every((category) => !category.required || placed.categories.has(category))
  )
}

/** The subchain of each instance, or undefined where one is not known or has the id of another. */
function flowsOf(
  { subchain_instances: instances }: Datachain,
  subchains: readonly Subchain[],
): ReadonlyMap<string, Subchain> | undefined {
  const flows = new Map<string, Subchain>()
  for (const { id, subchain_id } of instances) {
    const subchain = subchains.find((one) => one.id === subchain_id)
    if (subchain === undefined || flows.has(id)) return undefined
    flows.set(id, subchain)
  }
  return flows
}

function isPlacementFine(
  placement: Placement,
  element: Element,
  category: Category,
  locales: readonly string[],
): boolean {
  const { priority, context_type_id: chosen, actions } = placement
  const context = element.context ?? category.element_context
  const isContextFine =
    context === undefined ? chosen === undefined : context.values.some(({ id }) => id === chosen)
  return (
    priority >= 0 &&
    isContextFine &&
    areValuesFine(placement, element, category, locales) &&
    actions.every((action) => isTextFine(action.label, locales) && isActionFine(action))
  )
}

function areValuesFine(
  { variables: given }: Placement,
  element: Element,
  { element_variables: variables }: Category,
  locales: readonly string[],
): boolean {
  for (const { id, value } of given) {
    const variable = variables.find((one) => one.id === id)
    if (variable === undefined || !isValueFine(value, variable, element, locales)) return false
  }
  const isOnce = given.length < 2 || new Set(given.map(({ id }) => id)).size === given.length
  return (
    isOnce && variables.every(({ id, required }) => !required || given.some((one) => one.id === id))
  )
}

function isValueFine(
  value: VariableValue['value'],
  { kind, options }: Variable,
  element: Element,
  locales: readonly string[],
): boolean {
  if (value.length === 0 || (typeof value[0] === 'string') !== (kind === 'multi_select_enum'))
    return false
  if (kind === 'localized_text') return isTextFine(value, locales) && !value.some(isBlank)
  // The cast says what the first of a list has shown.
  const choices = value as readonly string[]
  return choices.every(
    (choice, at) =>
      choices.indexOf(choice) === at &&
      options.some(({ id, applies_to }) => id === choice && applies_to.includes(element.id)),
  )
}

/** What is placed, by the ids that it can be referred to. */
class Placed {
  readonly categories = new Set<Category>()
  readonly #instances = new Map<string, Category>()
  /** Without a category where an element is placed more than once. */
  readonly #elements = new Map<string, Category | undefined>()

  /** Takes a placement, unless its id is taken. */
  add({ element_instance_id: own }: Placement, { id }: Element, category: Category): boolean {
    this.categories.add(category)
    this.#elements.set(id, this.#elements.has(id) ? undefined : category)
    if (own === undefined) return true
    const isFree = !this.#instances.has(own)
    this.#instances.set(own, category)
    return isFree
  }

  /**
   * Whether every id that a datachain refers to is that of something placed, and of one thing where
   * it must be.
   */
  explains({ subchain_instances: instances, authoring_provenance: authoring }: Datachain): boolean {
    for (const id of this.#instances.keys()) if (this.#elements.has(id)) return false
    if (
      !instances.every(({ head_refs }) =>
        head_refs.every((id) => this.#elements.has(id) || this.#instances.has(id)),
      )
    )
      return false
    if (authoring?.kind !== 'ai_generated') return true
    return Object.entries(authoring.element_provenance).every(([key, { variable_rationale }]) => {
      const category = this.#instances.get(key) ?? this.#elements.get(key)
      return (
        category !== undefined &&
        Object.keys(variable_rationale).every((id) =>
          category.element_variables.some((one) => one.id === id),
        )
      )
    })
  }
}
