import type { FidelityPlan } from '../../define/fidelity-plan.ts'
import { isRecord, toPath } from '../../json/json.ts'
import type { Part, PlannedArray, PlannedPart } from './part.ts'

/** One item of a planned array. */
export interface Item {
  readonly planned: PlannedPart
  readonly index: number
  readonly part: Part
  readonly id: string
  readonly priority: number
  /** True if the item is never left out: protected by its plan, or required by the schema. */
  readonly mustStay: boolean
}

/** Finds the arrays of an answer that a plan names, with their plans. */
export function findPlannedArrays(
  data: unknown,
  plan: FidelityPlan | undefined,
): ReadonlyMap<unknown, PlannedArray> {
  const found = new Map<unknown, PlannedArray>()
  for (const one of plan?.items ?? []) {
    const names = one.path === '' ? [] : one.path.split('.')
    for (const { array, path } of arraysAt(data, names, [])) found.set(array, { plan: one, path })
  }
  return found
}

/** The arrays at the end of some names; an array on the way means each of its items. */
function* arraysAt(
  value: unknown,
  names: readonly string[],
  path: readonly PropertyKey[],
): Generator<{ readonly array: readonly unknown[]; readonly path: readonly PropertyKey[] }> {
  const [name, ...rest] = names
  if (Array.isArray(value)) {
    if (name === undefined) yield { array: value, path }
    else for (const [index, item] of value.entries()) yield* arraysAt(item, names, [...path, index])
  } else if (name !== undefined && isRecord(value) && Object.hasOwn(value, name)) {
    yield* arraysAt(value[name], rest, [...path, name])
  }
}

/** Returns the planned arrays of an answer with their items. */
export const plannedItemsIn = (part: Part): ReadonlyMap<PlannedPart, readonly Item[]> =>
  new Map(plannedPartsIn(part).map((planned) => [planned, itemsOf(planned)]))

/**
 * Puts items into the order in which they stay: those that must stay, then by priority, then as
 * they are in the answer.
 */
export const rankItems = (items: readonly Item[]): readonly Item[] =>
  items.toSorted(
    (a, b) => Number(b.mustStay) - Number(a.mustStay) || compare(b.priority, a.priority),
  )

/** Compares instead of subtracting, because the difference of two infinities is not a number. */
function compare(a: number, b: number): number {
  if (a === b) return 0
  if (a < b) return -1
  return 1
}

function plannedPartsIn(part: Part): readonly PlannedPart[] {
  if (part.kind === 'planned') return [part]
  if (part.kind === 'object') return part.properties.flatMap((one) => plannedPartsIn(one.part))
  if (part.kind === 'array' && part.holdsPlanned) return part.items.flatMap(plannedPartsIn)
  return []
}

function itemsOf(planned: PlannedPart): readonly Item[] {
  const items = planned.items.map((part, index) => toItem(planned, part, index))
  const missing = planned.minItems - items.filter(({ mustStay }) => mustStay).length
  if (missing <= 0) return items
  const needed = new Set(rankItems(items.filter(({ mustStay }) => !mustStay)).slice(0, missing))
  return items.map((item) => (needed.has(item) ? { ...item, mustStay: true } : item))
}

function toItem(planned: PlannedPart, part: Part, index: number): Item {
  const { plan } = planned
  // The cast hands an item to the plan that its author wrote for it.
  const item = part.value as never
  const priority = plan.priority?.(item) ?? 0
  return {
    planned,
    index,
    part,
    id: idOf(planned, item, index),
    priority: Number.isNaN(priority) ? -Infinity : priority,
    mustStay: plan.protected?.(item) ?? false,
  }
}

/** The id that the plan gives, else the path of the item. */
function idOf({ plan, path }: PlannedPart, item: never, index: number): string {
  const id = readId(plan.id, item)
  if (typeof id === 'string' || typeof id === 'number') return String(id)
  return toPath([...path, index])
}

function readId(id: PlannedPart['plan']['id'], item: never): unknown {
  if (typeof id === 'function') return id(item)
  if (isRecord(item)) return item[id]
  return item
}
