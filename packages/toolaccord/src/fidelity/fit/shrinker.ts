import { toPath } from '../../json/json.ts'
import { cutText, markerTokens } from './cut-text.ts'
import { separatorTokens } from './measure-parts.ts'
import type { ArrayPart, ObjectPart, Part, PlannedPart, PropertyPart, StringPart } from './part.ts'
import { roundingError, shareOut } from './share-out.ts'

/** Something that was taken out of an answer, and its path, as `findings[3].text`. */
export type Omission =
  /** An item of a planned array that is gone, or that is there condensed. */
  | {
      readonly kind: 'item' | 'condensed'
      readonly path: string
      readonly id: string
      readonly value: unknown
    }
  /** A property that is there whole or not at all, and is gone; its id is its path. */
  | {
      readonly kind: 'whole'
      readonly path: string
      readonly id: string
      readonly value: unknown
    }
  /** A string that was cut, as it was before. */
  | { readonly kind: 'text'; readonly path: string; readonly value: string }
  /** The end of an array, from its path on, or properties of an object; how many of how many. */
  | {
      readonly kind: 'rest'
      readonly path: string
      readonly value: unknown
      readonly count: number
      readonly of: number
    }

/** Long items are shortened to this many tokens before whole ones are left out. */
const shortItemTokens = 256

/** Makes values smaller: long strings are cut, arrays lose their end, objects keep their names. */
export class Shrinker {
  readonly omissions: Omission[] = []
  /** What replaces each planned array. */
  readonly #arrays: ReadonlyMap<PlannedPart, readonly unknown[]>
  /** The properties that stay, among those that are there whole or not at all. */
  readonly #wholes: ReadonlySet<PropertyPart>
  readonly #path: PropertyKey[] = []

  constructor(
    arrays: ReadonlyMap<PlannedPart, readonly unknown[]> = new Map(),
    wholes: ReadonlySet<PropertyPart> = new Set(),
  ) {
    this.#arrays = arrays
    this.#wholes = wholes
  }

  /**
   * Returns the value with about as many tokens as allowed, or with the fewest that it can have. A
   * value that need not change comes back as the very same one.
   */
  shrink(part: Part, allowance: number): unknown {
    if (part.kind === 'planned') return this.#arrays.get(part) ?? part.value
    if (part.kind === 'fixed') return part.value
    const isSmall = part.tokens <= allowance
    if (part.kind === 'string') {
      if (isSmall) return part.value
      return this.#shrinkString(part, allowance)
    }
    // A planned array inside may have lost items, so everything around it is made anew.
    if (isSmall && !part.holdsPlanned) return part.value
    if (part.kind === 'array') return this.#shrinkArray(part, allowance)
    return this.#shrinkObject(part, allowance)
  }

  #shrinkString({ value, minLength }: StringPart, allowance: number): string {
    const cut = cutText(value, allowance - markerTokens, minLength)
    if (cut !== value) this.omissions.push({ kind: 'text', path: toPath(this.#path), value })
    return cut
  }

  #shrinkArray({ value, tokens, items, minItems }: ArrayPart, allowance: number): unknown {
    const itemsTokens = items.reduce((sum, item) => sum + item.tokens + separatorTokens, 0)
    const forItems = allowance - (tokens - itemsTokens)
    const count = countFitting(items, minItems, forItems)
    if (count < value.length) {
      const path = toPath([...this.#path, count])
      const gone = value.slice(count)
      const of = value.length
      this.omissions.push({ kind: 'rest', path, value: gone, count: gone.length, of })
    }
    const kept = items.slice(0, count)
    const shares = shareOut(kept, forItems - count * separatorTokens)
    const shrunk = kept.map((item, index) => this.#inside(index, item, shares[index] ?? 0))
    const isUnchanged =
      count === value.length && shrunk.every((item, index) => item === value[index])
    if (isUnchanged) return value
    return shrunk
  }

  #shrinkObject({ value, tokens, properties, wholes }: ObjectPart, allowance: number): unknown {
    const propertiesTokens = properties.reduce(
      (sum, { part, frameTokens }) => sum + part.tokens + frameTokens,
      0,
    )
    const forProperties = allowance - (tokens - propertiesTokens)
    const kept = propertiesFitting(properties, forProperties)
    const shares = shareOut(
      kept.map(({ part }) => part),
      forProperties - kept.reduce((sum, { frameTokens }) => sum + frameTokens, 0),
    )
    const shrunk = new Map<string, unknown>()
    for (const [index, { name, part }] of kept.entries()) {
      shrunk.set(name, this.#inside(name, part, shares[index] ?? 0))
    }
    const gone = new Set<string>()
    if (kept !== properties) {
      for (const { name } of properties) if (!shrunk.has(name)) gone.add(name)
    }
    if (gone.size > 0) this.#omitProperties(value, gone)
    for (const whole of wholes) if (this.#omitWhole(whole)) gone.add(whole.name)
    const isUnchanged =
      gone.size === 0 && kept.every(({ name }) => shrunk.get(name) === value[name])
    if (isUnchanged) return value
    return replaceProperties(value, shrunk, gone)
  }

  #inside(key: PropertyKey, part: Part, allowance: number): unknown {
    this.#path.push(key)
    const value = this.shrink(part, allowance)
    this.#path.pop()
    return value
  }

  /** Leaves a property out that is not among those that stay; returns true if it did. */
  #omitWhole(whole: PropertyPart): boolean {
    if (this.#wholes.has(whole)) return false
    const path = toPath([...this.#path, whole.name])
    this.omissions.push({ kind: 'whole', path, id: path, value: whole.part.value })
    return true
  }

  #omitProperties(object: ObjectPart['value'], gone: ReadonlySet<string>): void {
    const entries = Object.entries(object)
    const value = Object.fromEntries(entries.filter(([name]) => gone.has(name)))
    const path = toPath(this.#path)
    this.omissions.push({ kind: 'rest', path, value, count: gone.size, of: entries.length })
  }
}

/** Returns the object with some properties replaced and others gone, in the same order. */
function replaceProperties(
  object: ObjectPart['value'],
  replaced: ReadonlyMap<string, unknown>,
  gone: ReadonlySet<string>,
): unknown {
  const entries: [string, unknown][] = []
  for (const [name, value] of Object.entries(object)) {
    if (gone.has(name)) continue
    entries.push([name, replaced.has(name) ? replaced.get(name) : value])
  }
  return Object.fromEntries(entries)
}

/**
 * Returns how many of the first items fit, if none takes more than its share or than is worth
 * reading. The first takes what there is, so that an array is not empty if any of it fits.
 */
function countFitting(items: readonly Part[], minItems: number, allowance: number): number {
  const share = Math.max(shortItemTokens, allowance / items.length - separatorTokens)
  let left = allowance
  let count = 0
  for (const { tokens, minTokens } of items) {
    const most = count === 0 ? Math.min(share, left - separatorTokens) : share
    left -= Math.max(minTokens, Math.min(most, tokens)) + separatorTokens
    if (left < -roundingError && count >= minItems) break
    count++
  }
  return count
}

/** Drops as many properties from the end as must go; returns the same array if all fit. */
function propertiesFitting(
  properties: readonly PropertyPart[],
  allowance: number,
): readonly PropertyPart[] {
  const sumMinTokens = (sum: number, { part, frameTokens }: PropertyPart) =>
    sum + part.minTokens + frameTokens
  let over = properties.reduce(sumMinTokens, -allowance)
  if (over <= 0) return properties
  const gone = new Set<PropertyPart>()
  for (const property of properties.toReversed()) {
    if (over <= 0) break
    if (!property.mayDrop) continue
    over -= property.part.minTokens + property.frameTokens
    gone.add(property)
  }
  return properties.filter((property) => !gone.has(property))
}
