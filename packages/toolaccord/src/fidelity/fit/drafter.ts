import { toPath } from '../../json/json.ts'
import type { Fidelity } from '../../outcome/outcome.ts'
import { type Form, condenseByPlan, condenseToReference, condenseToSize } from './condense.ts'
import { separatorTokens } from './measure-parts.ts'
import type { Part, PlannedPart, PropertyPart } from './part.ts'
import { type Item, plannedItemsIn, rankItems } from './planned-items.ts'
import { roundingError } from './share-out.ts'
import { type Omission, Shrinker } from './shrinker.ts'
import { wholesIn } from './whole-paths.ts'

/** How much was taken out of an answer. */
export interface Counts {
  /** The items of all arrays that have a plan or lost items, as many as there were. */
  readonly total: number
  readonly dropped: number
  readonly condensed: number
  /** Strings that were cut, without those inside of condensed items. */
  readonly cutTexts: number
  /** Properties that are gone because they are there whole or not at all. */
  readonly wholes: number
}

/** An answer, made smaller. */
export interface Draft {
  readonly data: unknown
  readonly level: Fidelity['level']
  /** The ids of what is gone, in the order of the answer: the paths of wholes, then items. */
  readonly droppedIds: readonly string[]
  readonly counts: Counts
  readonly omitted: readonly Omission[]
}

/** A draft, and what the search needs to know about it. */
export interface SizedDraft {
  readonly draft: Draft
  /** The estimated tokens of its data. */
  readonly tokens: number
  /** True if as many items are left as the plan asks for. */
  readonly isEnough: boolean
}

/** The items that stay, each in the form in which it stays. */
type Kept = Map<Item, Form>

/** What stays in a draft. */
interface Choice {
  readonly kept: Kept
  readonly wholes: ReadonlySet<PropertyPart>
}

/** Items are not shortened below this many tokens. */
const minItemTokens = 64

/** Makes drafts of a measured answer. */
export class Drafter {
  readonly #part: Part
  readonly #planned: ReadonlyMap<PlannedPart, readonly Item[]>
  /** The items of all planned arrays, the most important first. */
  readonly #ranked: readonly Item[]
  readonly #itemsTokens: number
  /** The properties that are there whole or not at all. */
  readonly #wholes: readonly PropertyPart[]
  readonly #least = new Map<Fidelity['level'], Kept>()
  readonly #condenseByPlan = onceEach(condenseByPlan)
  readonly #condenseToReference = onceEach(condenseToReference)

  constructor(part: Part) {
    this.#part = part
    this.#planned = plannedItemsIn(part)
    this.#ranked = rankItems([...this.#planned.values()].flat())
    this.#itemsTokens = sumOf(this.#ranked.map((item) => item.part))
    this.#wholes = wholesIn(part)
  }

  /** The levels below `full` that the answer has. */
  get levels(): readonly Fidelity['level'][] {
    if (this.#ranked.length === 0) return ['partial']
    return ['partial', 'summary', 'reference_only']
  }

  /** Makes the smallest draft of a level that has as many items as the plan asks for. */
  least(level: Fidelity['level']): SizedDraft {
    const { minTokens } = this.#part
    return this.#toSized(level, { kept: this.#leastItems(level), wholes: new Set() }, minTokens)
  }

  /**
   * Makes the draft of one level whose data has about as many tokens as allowed, or the fewest that
   * it can have.
   */
  draft(level: Fidelity['level'], allowance: number): SizedDraft {
    const { tokens, minTokens } = this.#part
    const leastTokens = sumOf([...this.#leastItems(level).values()])
    const wholes = chooseWholes(this.#wholes, allowance - minTokens - leastTokens)
    const room = allowance - sumOfWholes(wholes)

    // Everything but the planned items gets what they leave over, and half of all if one fits.
    const leftOver = Math.max(room / 2, room - this.#itemsTokens)
    const reserved = Math.max(minTokens, Math.min(tokens, leftOver, room - leastTokens))
    const kept = this.#keepItems(level, room - reserved)

    // Tokens that the items did not use go to everything else.
    const rest = Math.max(reserved, room - sumOf([...kept.values()]))
    return this.#toSized(level, { kept, wholes }, rest)
  }

  #toSized(level: Fidelity['level'], { kept, wholes }: Choice, rest: number): SizedDraft {
    const arrays = new Map<PlannedPart, readonly unknown[]>()
    for (const [planned, items] of this.#planned) arrays.set(planned, toArray(planned, items, kept))
    const shrinker = new Shrinker(arrays, wholes)
    const data = shrinker.shrink(this.#part, rest)

    const omittedItems = [...this.#planned.values()].flatMap((items) => omissionsOf(items, kept))
    const omitted = [...shrinker.omissions, ...omittedItems]
    const usedTokens = Math.min(this.#part.tokens, rest) + sumOf([...kept.values()])
    return {
      draft: toDraft(data, level, omitted, this.#ranked.length),
      tokens: usedTokens + sumOfWholes(wholes),
      isEnough: isEnough(this.#planned, kept),
    }
  }

  /** Chooses the planned items that stay, in the form of the level. */
  #keepItems(level: Fidelity['level'], allowance: number): Kept {
    const share = Math.max(minItemTokens, allowance / this.#ranked.length - separatorTokens)
    const kept = chooseItems(this.#ranked, allowance, (item) => this.#toForm(level, item, share))
    if (level === 'summary') restoreWhole(kept, allowance)
    return kept
  }

  /** Chooses the fewest items that are enough, each as short as the level has it. */
  #leastItems(level: Fidelity['level']): Kept {
    const known = this.#least.get(level)
    if (known !== undefined) return known
    const kept: Kept = new Map()
    for (const item of takeEnough(this.#ranked, this.#planned)) {
      kept.set(item, this.#toForm(level, item, minItemTokens))
    }
    this.#least.set(level, kept)
    return kept
  }

  #toForm(level: Fidelity['level'], item: Item, tokens: number): Form {
    if (level === 'summary') return this.#condenseByPlan(item) ?? condenseToSize(item, tokens)
    if (level === 'reference_only') return this.#condenseToReference(item)
    return item.part
  }
}

/** Makes a function that computes the same for each item only once. */
function onceEach<Made>(make: (item: Item) => Made): (item: Item) => Made {
  const made = new Map<Item, { readonly one: Made }>()
  return (item) => {
    let known = made.get(item)
    if (known === undefined) {
      known = { one: make(item) }
      made.set(item, known)
    }
    return known.one
  }
}

const sumOf = (forms: readonly Form[]): number =>
  forms.reduce((sum, { tokens }) => sum + tokens + separatorTokens, 0)

const wholeTokens = ({ part, frameTokens }: PropertyPart): number => part.tokens + frameTokens

function sumOfWholes(wholes: ReadonlySet<PropertyPart>): number {
  let sum = 0
  for (const whole of wholes) sum += wholeTokens(whole)
  return sum
}

/** Keeps every property that fits, in the order of the answer. */
function chooseWholes(
  wholes: readonly PropertyPart[],
  allowance: number,
): ReadonlySet<PropertyPart> {
  const kept = new Set<PropertyPart>()
  let left = allowance
  for (const whole of wholes) {
    const tokens = wholeTokens(whole)
    if (tokens > left) continue
    left -= tokens
    kept.add(whole)
  }
  return kept
}

/** Keeps the first items as long as they fit, and every one that must stay. */
function chooseItems(
  ranked: readonly Item[],
  allowance: number,
  toForm: (item: Item) => Form,
): Kept {
  const kept: Kept = new Map()
  let left = allowance
  for (const item of ranked) {
    const form = toForm(item)
    left -= form.tokens + separatorTokens
    // The first that does not fit ends it, so that no less important one takes its place.
    if (left < -roundingError && !item.mustStay) break
    kept.set(item, form)
  }
  return kept
}

/** Makes condensed items whole again, the most important first, as long as there is room. */
function restoreWhole(kept: Kept, allowance: number): void {
  let left = allowance - sumOf([...kept.values()])
  for (const [item, form] of kept) {
    left -= item.part.tokens - form.tokens
    if (left < 0) break
    kept.set(item, item.part)
  }
}

const isWhole = (item: Item, kept: Kept): boolean => kept.get(item)?.value === item.part.value

function toArray({ value }: PlannedPart, items: readonly Item[], kept: Kept): readonly unknown[] {
  if (items.every((item) => kept.has(item) && isWhole(item, kept))) return value
  return items.filter((item) => kept.has(item)).map((item) => kept.get(item)?.value)
}

function omissionsOf(items: readonly Item[], kept: Kept): Omission[] {
  const omissions: Omission[] = []
  for (const item of items) {
    const isKept = kept.has(item)
    if (isKept && isWhole(item, kept)) continue
    const path = toPath([...item.planned.path, item.index])
    const kind = isKept ? 'condensed' : 'item'
    omissions.push({ kind, path, id: item.id, value: item.part.value })
  }
  return omissions
}

/** True if some item of any is left, and as much of each array as its plan asks for. */
function isEnough(planned: ReadonlyMap<PlannedPart, readonly Item[]>, kept: Kept): boolean {
  const arrays = [...planned]
  if (kept.size === 0 && arrays.some(([, items]) => items.length > 0)) return false
  return arrays.every(([{ plan }, items]) => {
    const left = items.filter((item) => kept.has(item)).length
    return left >= Math.min(plan.atLeast ?? 0, items.length)
  })
}

/** The first items that must stay or that some array still needs, and one at least. */
function* takeEnough(
  ranked: readonly Item[],
  planned: ReadonlyMap<PlannedPart, readonly Item[]>,
): Generator<Item> {
  const missing = new Map<PlannedPart, number>()
  let needed = 0
  for (const [part, items] of planned) {
    const count = Math.min(part.plan.atLeast ?? 0, items.length)
    missing.set(part, count)
    needed += count
  }
  for (const [index, item] of ranked.entries()) {
    if (index > 0 && needed === 0 && !item.mustStay) return
    yield item
    const count = missing.get(item.planned) ?? 0
    if (count === 0) continue
    missing.set(item.planned, count - 1)
    needed--
  }
}

/** Makes a draft of data, with counts of what was left out of it. */
export function toDraft(
  data: unknown,
  level: Fidelity['level'],
  omitted: readonly Omission[],
  plannedCount: number,
): Draft {
  const counts = { total: plannedCount, dropped: 0, condensed: 0, cutTexts: 0, wholes: 0 }
  const droppedIds: string[] = []
  for (const one of omitted) {
    if (one.kind === 'condensed') counts.condensed++
    if (one.kind === 'text') counts.cutTexts++
    if (one.kind === 'whole') counts.wholes++
    if (one.kind === 'item') counts.dropped++
    if (one.kind === 'item' || one.kind === 'whole') droppedIds.push(one.id)
    if (one.kind === 'rest') {
      counts.dropped += one.count
      counts.total += one.of
    }
  }
  return { data, level, droppedIds, counts, omitted }
}
