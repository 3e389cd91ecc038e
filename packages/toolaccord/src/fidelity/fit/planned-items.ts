import type { FidelityPlan } from '../../define/fidelity-plan.ts'
import { isRecord, toPath } from '../../json/json.ts'
import type { ItemsPart, Part, PlannedList } from './part.ts'

/** One item of a planned list. */
export interface Item {
  readonly list: ItemsPart
  readonly index: number
  readonly part: Part
  readonly id: string
  readonly priority: number
  /** Whether it is never left out: protected by its plan, or needed by the schema. */
  readonly isKept: boolean
}

/** The lists of an answer that a plan names. */
export function findPlanned(
  data: unknown,
  plan: FidelityPlan | undefined,
): ReadonlyMap<unknown, PlannedList> {
  const found = new Map<unknown, PlannedList>()
  for (const one of plan?.items ?? [])
    follow(data, one.path === '' ? [] : one.path.split('.'), [], (list, path) =>
      found.set(list, { plan: one, path }),
    )
  return found
}

function follow(
  value: unknown,
  names: readonly string[],
  path: readonly PropertyKey[],
  tell: (list: readonly unknown[], path: readonly PropertyKey[]) => void,
): void {
  const [name, ...rest] = names
  if (Array.isArray(value)) {
    if (name === undefined) tell(value, path)
    else for (const [index, item] of value.entries()) follow(item, names, [...path, index], tell)
  } else if (name !== undefined && isRecord(value) && Object.hasOwn(value, name))
    follow(value[name], rest, [...path, name], tell)
}

/** The planned lists of an answer with their items. */
export const itemsIn = (part: Part): ReadonlyMap<ItemsPart, readonly Item[]> =>
  new Map(listsIn(part).map((list) => [list, itemsOf(list)]))

/**
 * Items in the order in which they stay: those that are never left out, then by priority, then as
 * they stand.
 */
export const rankItems = (items: readonly Item[]): readonly Item[] =>
  items.toSorted((a, b) => Number(b.isKept) - Number(a.isKept) || compare(b.priority, a.priority))

/** Not a difference: that of two infinities is no number. */
const compare = (a: number, b: number): number => (a === b ? 0 : a < b ? -1 : 1)

function listsIn(part: Part): readonly ItemsPart[] {
  if (part.kind === 'items') return [part]
  if (part.kind === 'record') return part.members.flatMap((member) => listsIn(member.part))
  return part.kind === 'list' && part.holdsItems ? part.items.flatMap(listsIn) : []
}

function itemsOf(list: ItemsPart): readonly Item[] {
  const items = list.items.map((part, index) => toItem(list, part, index))
  const missing = list.fewest - items.filter(({ isKept }) => isKept).length
  if (missing <= 0) return items
  const needed = new Set(rankItems(items.filter(({ isKept }) => !isKept)).slice(0, missing))
  return items.map((item) => (needed.has(item) ? { ...item, isKept: true } : item))
}

function toItem(list: ItemsPart, part: Part, index: number): Item {
  const { plan } = list
  // The casts hand an item to the plan that its author wrote for it.
  const item = part.value as never
  const priority = plan.priority?.(item) ?? 0
  return {
    list,
    index,
    part,
    id: idOf(list, item, index),
    priority: Number.isNaN(priority) ? -Infinity : priority,
    isKept: plan.protected?.(item) ?? false,
  }
}

/** The id that a plan gives, else the place of the item. */
function idOf({ plan, path }: ItemsPart, item: never, index: number): string {
  const id: unknown =
    typeof plan.id === 'function' ? plan.id(item) : isRecord(item) ? item[plan.id] : item
  return typeof id === 'string' || typeof id === 'number' ? String(id) : toPath([...path, index])
}
