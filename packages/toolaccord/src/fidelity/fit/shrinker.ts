import { toPath } from '../../json/json.ts'
import { cutText, markerTokens } from './cut-text.ts'
import { itemTokens } from './measure-parts.ts'
import type { ItemsPart, ListPart, Member, Part, RecordPart, TextPart } from './part.ts'
import { shareOut } from './share-out.ts'

/** Something that was taken out of an answer, and where it stood, as `findings[3].text`. */
export type Omission =
  /** An item of a planned list that is gone, or that stands there condensed. */
  | {
      readonly kind: 'item' | 'condensed'
      readonly path: string
      readonly id: string
      readonly value: unknown
    }
  /** A text that was cut, as it was before. */
  | { readonly kind: 'text'; readonly path: string; readonly value: string }
  /** The end of a list, from its path on, or members of a record; how many of how many. */
  | {
      readonly kind: 'rest'
      readonly path: string
      readonly value: unknown
      readonly count: number
      readonly of: number
    }

/** Long items are shortened down to this before whole ones are left out. */
const itemFloor = 256

/** Makes values smaller: long texts are cut, lists lose their end, records keep their members. */
export class Shrinker {
  readonly omissions: Omission[] = []
  /** What stands in the place of each planned list. */
  readonly #chosen: ReadonlyMap<ItemsPart, readonly unknown[]>
  readonly #path: PropertyKey[] = []

  constructor(chosen: ReadonlyMap<ItemsPart, readonly unknown[]> = new Map()) {
    this.#chosen = chosen
  }

  /**
   * The value with about so many tokens at most, or with the least that it can have; the very same
   * value where nothing had to change.
   */
  shrink(part: Part, allowance: number): unknown {
    if (part.kind === 'items') return this.#chosen.get(part) ?? part.value
    if (
      part.kind === 'fixed' ||
      (part.tokens <= allowance && !(part.kind !== 'text' && part.holdsItems))
    )
      return part.value
    if (part.kind === 'text') return this.#shrinkText(part, allowance)
    return part.kind === 'list'
      ? this.#shrinkList(part, allowance)
      : this.#shrinkRecord(part, allowance)
  }

  #shrinkText({ value, minLength }: TextPart, allowance: number): string {
    const cut = cutText(value, allowance - markerTokens, minLength)
    if (cut !== value) this.omissions.push({ kind: 'text', path: toPath(this.#path), value })
    return cut
  }

  #shrinkList({ value, tokens, items, fewest }: ListPart, allowance: number): readonly unknown[] {
    const room =
      allowance - (tokens - items.reduce((sum, item) => sum + item.tokens + itemTokens, 0))
    const count = countFitting(items, fewest, room)
    if (count < value.length)
      this.#omitRest(value.slice(count), value.length - count, value.length, count)
    const kept = items.slice(0, count)
    const shares = shareOut(kept, room - count * itemTokens)
    const shrunk = kept.map((item, index) => this.#inside(index, item, shares[index] ?? 0))
    return count === value.length && shrunk.every((item, index) => item === value[index])
      ? value
      : shrunk
  }

  #shrinkRecord(
    { value, tokens, members }: RecordPart,
    allowance: number,
  ): Readonly<Record<string, unknown>> {
    const room =
      allowance - (tokens - members.reduce((sum, { part, frame }) => sum + part.tokens + frame, 0))
    const kept = membersFitting(members, room)
    const shares = shareOut(
      kept.map(({ part }) => part),
      room - kept.reduce((sum, { frame }) => sum + frame, 0),
    )
    const shrunk = new Map(
      kept.map(({ name, part }, index) => [name, this.#inside(name, part, shares[index] ?? 0)]),
    )
    const gone = new Set(
      kept === members ? [] : members.map(({ name }) => name).filter((name) => !shrunk.has(name)),
    )
    if (gone.size > 0)
      this.#omitRest(
        Object.fromEntries(Object.entries(value).filter(([name]) => gone.has(name))),
        gone.size,
        Object.keys(value).length,
      )
    if (gone.size === 0 && kept.every(({ name }) => shrunk.get(name) === value[name])) return value
    return Object.fromEntries(
      Object.entries(value).flatMap(([name, member]) =>
        gone.has(name) ? [] : [[name, shrunk.has(name) ? shrunk.get(name) : member]],
      ),
    )
  }

  #inside(key: PropertyKey, part: Part, allowance: number): unknown {
    this.#path.push(key)
    const value = this.shrink(part, allowance)
    this.#path.pop()
    return value
  }

  #omitRest(value: unknown, count: number, of: number, ...keys: readonly PropertyKey[]): void {
    this.omissions.push({ kind: 'rest', path: toPath([...this.#path, ...keys]), value, count, of })
  }
}

/**
 * How many of the first items fit, when none takes more than its share of the room or what is worth
 * reading.
 */
function countFitting(items: readonly Part[], fewest: number, room: number): number {
  const share = Math.max(itemFloor, room / items.length - itemTokens)
  let [left, count] = [room, 0]
  for (const { tokens, least } of items) {
    left -= Math.max(least, Math.min(share, tokens)) + itemTokens
    // Sums of shares are off by a rounding error.
    if (left < -0.001 && count >= fewest) break
    count++
  }
  return count
}

/** The members without as many at the end as must go. */
function membersFitting(members: readonly Member[], room: number): readonly Member[] {
  let over = members.reduce((sum, { part, frame }) => sum + part.least + frame, -room)
  if (over <= 0) return members
  const gone = new Set<Member>()
  for (const member of members.toReversed()) {
    if (over <= 0) break
    if (!member.mayGo) continue
    over -= member.part.least + member.frame
    gone.add(member)
  }
  return members.filter((member) => !gone.has(member))
}
