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
import { isActionFine } from './actions.ts'
import { isLinkFine } from './linked-ids.ts'
import { isTextFine } from './locales.ts'
import { PlacedIds } from './placed-ids.ts'
import { isBlank } from './variables.ts'

/**
 * True if a datachain breaks no rule, advice included. Most datachains break none, and this one
 * pass takes a fraction of the time of the rules.
 */
export function isFlawless(datachain: Datachain, version: SchemaVersion): boolean {
  if (!isDocumentFine(datachain, version)) return false
  const { manifest, datachainType, categories, categoryById, elementById } = version
  const flows = flowsOf(datachain, datachainType.subchains)
  if (flows === undefined) return false
  const placed = new PlacedIds()
  for (const placement of datachain.elements) {
    const element = elementById.get(placement.element_id)
    const category = element && categoryById.get(element.category_id)
    if (element === undefined || category === undefined) return false
    if (!isPlacementFine(placement, element, category, manifest.locales)) return false
    if (!isInFlow(placement, category, flows)) return false
    if (!placed.add(placement, category)) return false
  }
  return (
    placed.explains(datachain) &&
    categories.every((category) => !category.required || placed.categories.has(category))
  )
}

function isDocumentFine(datachain: Datachain, { manifest }: SchemaVersion): boolean {
  const { schema_version, title, description, linked_instance_ids: linked } = datachain
  const { version, locales } = manifest
  return (
    schema_version === version &&
    isTextFine(title, locales) &&
    isTextFine(description, locales) &&
    linked.every((_, at) => isLinkFine(datachain, at))
  )
}

/** The subchain of each instance; undefined if one is not known or has the id of another. */
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

function isInFlow(
  { subchain_instance_id: flow }: Placement,
  category: Category,
  flows: ReadonlyMap<string, Subchain>,
): boolean {
  return flow === undefined || flows.get(flow)?.categories.includes(category.id) === true
}

function isPlacementFine(
  placement: Placement,
  element: Element,
  category: Category,
  locales: readonly string[],
): boolean {
  return (
    placement.priority >= 0 &&
    isContextFine(placement, element, category) &&
    areValuesFine(placement, category, locales) &&
    placement.actions.every((action) => isTextFine(action.label, locales) && isActionFine(action))
  )
}

function isContextFine(placement: Placement, element: Element, category: Category): boolean {
  const { context_type_id: chosen } = placement
  const context = element.context ?? category.element_context
  if (context === undefined) return chosen === undefined
  return context.values.some(({ id }) => id === chosen)
}

function areValuesFine(
  { element_id, variables: given }: Placement,
  { element_variables: variables }: Category,
  locales: readonly string[],
): boolean {
  for (const { id, value } of given) {
    const variable = variables.find((one) => one.id === id)
    if (variable === undefined || !isValueFine(value, variable, element_id, locales)) return false
  }
  const isOnce = given.length < 2 || new Set(given.map(({ id }) => id)).size === given.length
  return (
    isOnce && variables.every(({ id, required }) => !required || given.some((one) => one.id === id))
  )
}

function isValueFine(
  value: VariableValue['value'],
  { kind, options }: Variable,
  elementId: string,
  locales: readonly string[],
): boolean {
  const first = value[0]
  if (first === undefined) return false
  if ((typeof first === 'string') !== (kind === 'multi_select_enum')) return false
  if (kind === 'localized_text') return isTextFine(value, locales) && !value.some(isBlank)
  // The cast holds because the first choice is a string.
  const choices = value as readonly string[]
  return choices.every(
    (choice, at) =>
      choices.indexOf(choice) === at &&
      options.some(({ id, applies_to }) => id === choice && applies_to.includes(elementId)),
  )
}
