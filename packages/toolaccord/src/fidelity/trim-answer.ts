import type { FidelityPlan } from '../define/fidelity-plan.ts'
import { isRecord, toPath } from '../json/json.ts'
import type { JsonSchema } from '../schema/json-schema.ts'
import type { Turn } from '../signals/create-turns.ts'
import { type AllowedChanges, allowedBy } from './fit/allowed-changes.ts'
import { cutText } from './fit/cut-text.ts'
import { type Draft, toDraft } from './fit/drafter.ts'
import type { FixedPart, PlannedArray, PlannedPart } from './fit/part.ts'
import { type Item, findPlannedArrays, plannedItemsIn, rankItems } from './fit/planned-items.ts'
import type { Omission } from './fit/shrinker.ts'

/** The data of an answer, and how it may be made smaller. */
export interface HugeAnswer {
  readonly data: unknown
  readonly schema: JsonSchema
  readonly plan: FidelityPlan
  readonly budget: number
  /** Waits before a step that takes a while. */
  readonly turn: Turn
}

/** Answers whose text is longer are trimmed before they are fitted. */
export const hugeLength = 1_000_000

/** So many characters for each token of the budget are left: more than any answer has. */
const lengthPerToken = 8
/** An item gets at most a share of this many tokens before whole ones are left out. */
const tokensPerItem = 256
/** Objects with more properties than this are not looked into. */
const fewProperties = 64
/** How many items are looked at between two pauses. */
const sliceItems = 4_096

/**
 * Takes out of a huge answer what surely will not fit, so that only the rest has to be counted, and
 * pauses now and then for others. The draft is undefined if there is nothing to take out.
 */
export async function trimAnswer(answer: HugeAnswer): Promise<Draft | undefined> {
  const { data, schema, plan, budget, turn } = answer
  // Nothing inside of what is there whole or not at all may be trimmed.
  if (plan.whole !== undefined && plan.whole.length > 0) return undefined
  const planned = findPlannedArrays(data, plan)
  // An array inside of another would lose its place if the outer one were trimmed.
  const isNested = [...planned.values()].some(({ path }) => path.some(isIndex))
  if (isNested) return undefined
  const trimmer = new Trimmer(budget, planned, turn)
  const trimmed = await trimmer.trim(data, allowedBy(schema), [])
  if (trimmed === data) return undefined
  return toDraft(trimmed, 'partial', trimmer.omissions, trimmer.plannedCount)
}

const isIndex = (key: PropertyKey) => typeof key === 'number'

/** Trims the arrays and strings of one answer. */
class Trimmer {
  readonly omissions: Omission[] = []
  /** How many items of planned arrays are gone. */
  plannedCount = 0
  readonly #length: number
  readonly #minItems: number
  readonly #budget: number
  readonly #planned: ReadonlyMap<unknown, PlannedArray>
  readonly #turn: Turn

  constructor(budget: number, planned: ReadonlyMap<unknown, PlannedArray>, turn: Turn) {
    this.#turn = turn
    this.#budget = budget
    this.#length = budget * lengthPerToken
    this.#minItems = Math.ceil(budget / tokensPerItem)
    this.#planned = planned
  }

  /** Returns the value without what is too much of it; the very same if it need not change. */
  async trim(
    value: unknown,
    bySchema: AllowedChanges,
    path: readonly PropertyKey[],
  ): Promise<unknown> {
    const allowed = bySchema.forValue(value)
    if (allowed.isFixed) return value
    if (typeof value === 'string') return this.#trimString(value, allowed)
    const plan = this.#planned.get(value)
    if (Array.isArray(value)) {
      if (!allowed.mayDropItems || allowed.isUnique) return value
      if (plan === undefined) return this.#trimArray(value, allowed, path)
      return this.#trimPlanned(value, allowed, plan)
    }
    if (isRecord(value)) return this.#trimObject(value, allowed, path)
    return value
  }

  /** It is cut again when the answer is fitted, and counted then. */
  #trimString(value: string, { mayCutText, minLength }: AllowedChanges): string {
    if (!mayCutText || value.length <= this.#length) return value
    return cutText(value, this.#budget * 4, minLength)
  }

  async #trimObject(
    value: Readonly<Record<string, unknown>>,
    allowed: AllowedChanges,
    path: readonly PropertyKey[],
  ): Promise<unknown> {
    const names = Object.keys(value)
    if (names.length > fewProperties) return value
    const changed = new Map<string, unknown>()
    for (const name of names) {
      const trimmed = await this.trim(value[name], allowed.ofProperty(name), [...path, name])
      if (trimmed !== value[name]) changed.set(name, trimmed)
    }
    if (changed.size === 0) return value
    const entries = names.map((name) => [name, changed.get(name) ?? value[name]] as const)
    return Object.fromEntries(entries)
  }

  async #trimArray(
    value: readonly unknown[],
    { minItems }: AllowedChanges,
    path: readonly PropertyKey[],
  ): Promise<unknown> {
    const least = Math.max(minItems, this.#minItems)
    const count = this.#countWithin(value, least)
    if (count === value.length) return value
    await this.#turn()
    const gone = value.slice(count)
    // Those that are left are counted when the answer is fitted, which takes more of them.
    const counts = { count: gone.length, of: gone.length }
    this.omissions.push({ kind: 'rest', path: toPath([...path, count]), value: gone, ...counts })
    return value.slice(0, count)
  }

  async #trimPlanned(
    value: readonly unknown[],
    allowed: AllowedChanges,
    { plan, path }: PlannedArray,
  ): Promise<unknown> {
    const items = await this.#itemsOf(value, allowed, { plan, path })
    // Ids that are places would change with the places.
    if (items.some(({ id, index }) => id === toPath([...path, index]))) return value
    await this.#turn()
    const ranked = rankItems(items)
    const least = Math.max(plan.atLeast ?? 0, this.#minItems, countStaying(ranked))
    const count = this.#countWithin(
      ranked.map(({ part }) => part.value),
      least,
    )
    if (count === value.length) return value
    await this.#turn()
    const kept = new Set(ranked.slice(0, count))
    const left: unknown[] = []
    for (const item of items) {
      if (kept.has(item)) left.push(item.part.value)
      else this.#omit(item, path)
    }
    return left
  }

  #omit({ id, index, part }: Item, path: readonly PropertyKey[]): void {
    this.plannedCount++
    const place = toPath([...path, index])
    this.omissions.push({ kind: 'item', path: place, id, value: part.value })
  }

  /** Asks the plan about every item, some at a time. */
  async #itemsOf(
    value: readonly unknown[],
    allowed: AllowedChanges,
    plan: PlannedArray,
  ): Promise<readonly Item[]> {
    const found: Item[] = []
    for (let start = 0; start < value.length; start += sliceItems) {
      const slice = value.slice(start, start + sliceItems)
      const part = toPlannedPart(slice, allowed, plan)
      for (const item of plannedItemsIn(part).get(part) ?? [])
        found.push({ ...item, index: start + item.index })
      await this.#turn()
    }
    return found
  }

  /** How many of the first items are within the length, and at least so many. */
  #countWithin(items: readonly unknown[], least: number): number {
    let left = this.#length
    let count = 0
    for (const item of items) {
      if (left < 0 && count >= least) break
      left -= JSON.stringify(item)?.length ?? 0
      count++
    }
    return count
  }
}

const countStaying = (ranked: readonly Item[]): number =>
  ranked.filter(({ mustStay }) => mustStay).length

/** A planned array that nobody has measured. */
function toPlannedPart(
  value: readonly unknown[],
  allowed: AllowedChanges,
  plan: PlannedArray,
): PlannedPart {
  const none = { tokens: 0, minTokens: 0 }
  const items = value.map((item): FixedPart => ({ kind: 'fixed', value: item, ...none }))
  return { kind: 'planned', value, ...none, items, minItems: 0, allowed, ...plan }
}
