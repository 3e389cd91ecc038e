import { toPath } from '../../json/json.ts'
import type { Fidelity } from '../../outcome/outcome.ts'
import { type Form, toReference, toShort, toTold } from './condense.ts'
import { itemTokens } from './measure-parts.ts'
import type { ItemsPart, Part } from './part.ts'
import { type Item, itemsIn, rankItems } from './planned-items.ts'
import { type Omission, Shrinker } from './shrinker.ts'

/** How much was taken out of an answer. */
export interface Counts {
  /** The items of all lists that have a plan or lost items, as many as there were. */
  readonly total: number
  readonly dropped: number
  readonly condensed: number
  /** Texts that were cut, not counting those inside of condensed items. */
  readonly cutTexts: number
}

/** An answer, made smaller. */
export interface Draft {
  readonly data: unknown
  readonly level: Fidelity['level']
  /** The ids of the items that are gone, in the order of the answer. */
  readonly droppedIds: readonly string[]
  readonly counts: Counts
  readonly omitted: readonly Omission[]
}

/** A draft with what is known of it. */
export interface SizedDraft {
  readonly draft: Draft
  /** The estimate for its data. */
  readonly tokens: number
  /** Whether as many items are left as the plan asks for. */
  readonly isEnough: boolean
}

type Kept = Map<Item, Form>

/** What sums of shares may be off by. */
const rounding = 0.001

/** An item is not shortened below this. */
const shortItem = 64

/** Makes drafts of an answer that was measured. */
export class Drafter {
  readonly #part: Part
  readonly #lists: ReadonlyMap<ItemsPart, readonly Item[]>
  readonly #ranked: readonly Item[]
  readonly #itemsTokens: number
  readonly #toTold = onceEach(toTold)
  readonly #toReference = onceEach(toReference)

  constructor(part: Part) {
    this.#part = part
    this.#lists = itemsIn(part)
    this.#ranked = rankItems([...this.#lists.values()].flat())
    this.#itemsTokens = sumOf(this.#ranked.map((item) => item.part))
  }

  /** The levels below `full` that the answer has. */
  get levels(): readonly Fidelity['level'][] {
    return this.#ranked.length === 0 ? ['partial'] : ['partial', 'summary', 'reference_only']
  }

  /** The answer at one level, with about so many tokens at most, or with the least that it can have. */
  draft(level: Fidelity['level'], allowance: number): SizedDraft {
    const { tokens, least } = this.#part
    // What has no plan gets what the items leave over, and half of all where they leave less.
    const frame = Math.max(
      least,
      Math.min(tokens, Math.max(allowance / 2, allowance - this.#itemsTokens)),
    )
    const share = Math.max(shortItem, (allowance - frame) / this.#ranked.length - itemTokens)
    const kept = chooseItems(this.#ranked, allowance - frame, (item) =>
      this.#toForm(item, level, share),
    )
    if (level === 'summary') putBack(kept, allowance - frame)
    const keptTokens = sumOf([...kept.values()])
    const rest = Math.max(frame, allowance - keptTokens)
    const shrinker = new Shrinker(
      new Map([...this.#lists].map(([list, items]) => [list, toList(list, items, kept)])),
    )
    const data = shrinker.shrink(this.#part, rest)
    const omitted = [
      ...[...this.#lists.values()].flatMap((items) => omittedItems(items, kept)),
      ...shrinker.omissions,
    ]
    return {
      draft: toDraft(data, level, omitted, this.#ranked.length),
      tokens: Math.min(tokens, rest) + keptTokens,
      isEnough: isEnough(this.#lists, kept),
    }
  }

  #toForm(item: Item, level: Fidelity['level'], share: number): Form {
    if (level === 'summary') return this.#toTold(item) ?? toShort(item, share)
    return level === 'reference_only' ? this.#toReference(item) : item.part
  }
}

/** The same for each item, made once. */
function onceEach<Made>(make: (item: Item) => Made): (item: Item) => Made {
  const made = new Map<Item, { readonly one: Made }>()
  return (item) => {
    let known = made.get(item)
    if (known === undefined) made.set(item, (known = { one: make(item) }))
    return known.one
  }
}

const sumOf = (forms: readonly Form[]): number =>
  forms.reduce((sum, { tokens }) => sum + tokens + itemTokens, 0)

/** The first items as long as they fit, and every one that must stay. */
function chooseItems(
  ranked: readonly Item[],
  allowance: number,
  toForm: (item: Item) => Form,
): Kept {
  const kept = new Map<Item, Form>()
  let left = allowance
  for (const item of ranked) {
    const form = toForm(item)
    left -= form.tokens + itemTokens
    // The first that does not fit ends it: less important ones do not slip in where a more important one was too long.
    if (left < -rounding && !item.isKept) break
    kept.set(item, form)
  }
  return kept
}

/** Puts the most important items back whole, as long as there is room that the others do not need. */
function putBack(kept: Kept, allowance: number): void {
  let left = allowance - sumOf([...kept.values()])
  for (const [item, form] of kept) {
    left -= item.part.tokens - form.tokens
    if (left < 0) break
    kept.set(item, item.part)
  }
}

function toList({ value }: ItemsPart, items: readonly Item[], kept: Kept): readonly unknown[] {
  const isUnchanged = items.every(
    (item) => kept.has(item) && kept.get(item)?.value === item.part.value,
  )
  return isUnchanged
    ? value
    : items.filter((item) => kept.has(item)).map((item) => kept.get(item)?.value)
}

const omittedItems = (items: readonly Item[], kept: Kept): Omission[] =>
  items.flatMap((item) => {
    const { list, index, id, part } = item
    const isKept = kept.has(item)
    if (isKept && kept.get(item)?.value === part.value) return []
    return [
      {
        kind: isKept ? 'condensed' : 'item',
        path: toPath([...list.path, index]),
        id,
        value: part.value,
      } as const,
    ]
  })

/** Whether something is left, and as much of each list as its plan asks for. */
const isEnough = (lists: ReadonlyMap<ItemsPart, readonly Item[]>, kept: Kept): boolean =>
  (kept.size > 0 || lists.size === 0) &&
  [...lists].every(
    ([{ plan }, items]) =>
      items.filter((item) => kept.has(item)).length >= Math.min(plan.atLeast ?? 0, items.length),
  )

function toDraft(
  data: unknown,
  level: Fidelity['level'],
  omitted: readonly Omission[],
  planned: number,
): Draft {
  const counts = { total: planned, dropped: 0, condensed: 0, cutTexts: 0 }
  for (const one of omitted) {
    if (one.kind === 'condensed') counts.condensed++
    if (one.kind === 'text') counts.cutTexts++
    if (one.kind === 'item') counts.dropped++
    if (one.kind !== 'rest') continue
    counts.dropped += one.count
    counts.total += one.of
  }
  return {
    data,
    level,
    droppedIds: omitted.flatMap((one) => (one.kind === 'item' ? [one.id] : [])),
    counts,
    omitted,
  }
}
