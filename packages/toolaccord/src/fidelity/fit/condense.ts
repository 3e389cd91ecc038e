import { isRecord } from '../../json/json.ts'
import type { AllowedChanges } from './allowed-changes.ts'
import { measureParts } from './measure-parts.ts'
import type { Item } from './planned-items.ts'
import { Shrinker } from './shrinker.ts'

/** An item as it is in a draft: whole or condensed. */
export interface Form {
  readonly value: unknown
  readonly tokens: number
}

/** Strings up to this length stay in a reference. */
const shortLength = 16

/** Condenses an item by its plan; undefined if the plan has no summary that matches the schema. */
export function condenseByPlan(item: Item): Form | undefined {
  const { planned, part, index } = item
  // The cast hands an item to the plan that its author wrote for it.
  const summary = planned.plan.summarise?.(part.value as never)
  if (summary === undefined || !planned.allowed.ofItem(index).accepts(summary)) return undefined
  return shorterOf(item, summary)
}

/** Condenses an item to about so many tokens, by shortening its longest strings and arrays. */
export const condenseToSize = (item: Item, tokens: number): Form =>
  shorterOf(item, new Shrinker().shrink(item.part, tokens))

/** Condenses an item to its id and what else the schema requires, as short as that can be. */
export function condenseToReference(item: Item): Form {
  const { planned, part, index } = item
  const { id } = planned.plan
  const idName = typeof id === 'string' ? id : undefined
  return shorterOf(item, strip(part.value, planned.allowed.ofItem(index), idName))
}

/** The condensed item; the whole one if that is not longer, or if items must stay different. */
function shorterOf({ part, planned, index }: Item, value: unknown): Form {
  if (planned.allowed.isUnique || value === part.value) return part
  const { tokens } = measureParts(value, planned.allowed.ofItem(index))
  if (tokens < part.tokens) return { value, tokens }
  return part
}

/** Returns a value without everything that its schema does not require. */
function strip(value: unknown, bySchema: AllowedChanges, idName?: string): unknown {
  const allowed = bySchema.forValue(value)
  if (allowed.isFixed) return value
  if (typeof value === 'string') {
    if (allowed.mayCutText) return stripString(value, allowed.minLength)
    return value
  }
  if (Array.isArray(value)) return stripArray(value, allowed)
  if (!isRecord(value)) return value
  const kept: [string, unknown][] = []
  for (const [name, property] of Object.entries(value)) {
    if (name === idName) kept.push([name, property])
    else if (allowed.needs(name)) kept.push([name, strip(property, allowed.ofProperty(name))])
  }
  return Object.fromEntries(kept)
}

function stripArray(value: readonly unknown[], allowed: AllowedChanges): readonly unknown[] {
  const kept = allowed.mayDropItems ? value.slice(0, allowed.minItems) : value
  if (allowed.isUnique) return kept
  return kept.map((item, index) => strip(item, allowed.ofItem(index)))
}

/** Keeps a short string, and as much of a long one as must stay, with an ellipsis. */
function stripString(value: string, minLength: number): string {
  const longest = Math.max(minLength, shortLength)
  const characters = Array.from(value.slice(0, 2 * longest + 2))
  if (characters.length <= longest) return value
  return `${characters.slice(0, Math.max(0, minLength - 1)).join('')}…`
}
