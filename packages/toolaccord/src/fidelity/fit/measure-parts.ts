import { isRecord } from '../../json/json.ts'
import { scanTokens } from '../tokens/estimate-tokens.ts'
import { isWorthCutting, markerTokens } from './cut-text.ts'
import type { FixedPart, Member, Part, PlannedList } from './part.ts'
import type { Room } from './room.ts'

/** What stands around a list or record, around a member and its name, and between items. */
const [frameTokens, memberTokens] = [1, 2] as const
export const itemTokens = 1

/** Measures a value, each part of it once, from the leaves up. */
export function measureParts(
  value: unknown,
  room: Room,
  planned: ReadonlyMap<unknown, PlannedList> = new Map(),
): Part {
  // Names come again and again.
  const nameTokens = new Map<string, number>()
  let plannedCount = 0
  return measure(value, room)

  function measure(value: unknown, schemaRoom: Room): Part {
    const tokens = tokensOfLeaf(value)
    if (tokens !== undefined) return fixed(value, tokens)
    const room = schemaRoom.at(value)
    if (typeof value === 'string') return measureText(value, room)
    if (room.isFixed) return fixed(value, tokensOf(JSON.stringify(value)))
    if (isRecord(value)) return measureRecord(value, room)
    // The cast says what is left: an object that is no record is a list.
    return measureList(value as readonly unknown[], room)
  }

  function measureList(value: readonly unknown[], room: Room): Part {
    const countBefore = plannedCount
    const items = value.map((item, index) => measure(item, room.item(index)))
    const holdsItems = plannedCount > countBefore
    const fewest =
      room.mayDropItems && !holdsItems ? Math.min(room.minItems, value.length) : value.length
    const plan = planned.get(value)
    if (plan !== undefined) {
      plannedCount++
      return {
        kind: 'items',
        value,
        tokens: frameTokens,
        least: frameTokens,
        items,
        fewest,
        room,
        ...plan,
      }
    }
    const parts = room.isUnique ? items.map((item) => fixed(item.value, item.tokens)) : items
    let [tokens, least] = [frameTokens, frameTokens] as [number, number]
    for (let index = 0; index < parts.length; index++) {
      const part = parts[index] ?? nothing
      tokens += part.tokens + itemTokens
      if (index < fewest) least += part.least + itemTokens
    }
    return least >= tokens && !holdsItems
      ? fixed(value, tokens)
      : { kind: 'list', value, tokens, least, items: parts, fewest, holdsItems }
  }

  function measureRecord(value: Readonly<Record<string, unknown>>, room: Room): Part {
    const members: Member[] = []
    const countBefore = plannedCount
    let [tokens, least] = [frameTokens, frameTokens] as [number, number]
    for (const name in value) {
      const given = value[name]
      if (given === undefined) continue
      const frame = memberTokens + tokensOfName(name)
      const isNamed = room.names(name)
      const leaf = isNamed ? tokensOfLeaf(given) : undefined
      const countHere = plannedCount
      const part = leaf === undefined ? measure(given, room.member(name)) : undefined
      tokens += frame + (part?.tokens ?? leaf ?? 0)
      const mayGo = !isNamed && !room.needs(name) && plannedCount === countHere
      if (!mayGo) least += frame + (part?.least ?? leaf ?? 0)
      if (part !== undefined && (mayGo || part.kind !== 'fixed'))
        members.push({ name, part, frame, mayGo })
    }
    return members.length === 0
      ? fixed(value, tokens)
      : { kind: 'record', value, tokens, least, members, holdsItems: plannedCount > countBefore }
  }

  function tokensOfName(name: string): number {
    let tokens = nameTokens.get(name)
    if (tokens === undefined) nameTokens.set(name, (tokens = tokensOfText(name)))
    return tokens
  }
}

const fixed = (value: unknown, tokens: number): FixedPart => ({
  kind: 'fixed',
  value,
  tokens,
  least: tokens,
})
const nothing = fixed(undefined, 0)

/** The tokens of what never gives way, whatever the schema says; undefined for anything else. */
function tokensOfLeaf(value: unknown): number | undefined {
  if (typeof value === 'string') return isWorthCutting(value, 0) ? undefined : tokensOfText(value)
  if (typeof value === 'number') return tokensOfNumber(value)
  return typeof value === 'object' && value !== null ? undefined : 1
}

function measureText(value: string, { isFixed, mayCutText, minLength }: Room): Part {
  const tokens = tokensOfText(value)
  const least = markerTokens + (tokens * minLength) / value.length
  const isCuttable = !isFixed && mayCutText && isWorthCutting(value, minLength) && least < tokens
  return isCuttable ? { kind: 'text', value, tokens, least, minLength } : fixed(value, tokens)
}

/** Up to three digits are one token. */
const tokensOfNumber = (value: number): number =>
  Number.isSafeInteger(value)
    ? (value < 0 ? 1 : 0) + Math.ceil((Math.floor(Math.log10(Math.abs(value) || 1)) + 1) / 3)
    : tokensOf(String(value))

const escaped = /["\\\p{Cc}\p{Cs}]/u

/** The tokens of a text between its quotes in JSON. */
const tokensOfText = (text: string): number =>
  tokensOf(escaped.test(text) ? JSON.stringify(text).slice(1, -1) : text)

/** An estimate with fractions, so that sums are not rounded up at every leaf. */
function tokensOf(text: string): number {
  const scan = scanTokens(text)
  while (scan.at < text.length) scan.step()
  return scan.thirds / 3
}
