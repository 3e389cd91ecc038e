import { isRecord } from '../../json/json.ts'
import { measureParts } from './measure-parts.ts'
import type { Item } from './planned-items.ts'
import type { Room } from './room.ts'
import { Shrinker } from './shrinker.ts'

/** What stands for an item in an answer. */
export interface Form {
  readonly value: unknown
  readonly tokens: number
}

/** The item as it is. */
export const toWhole = ({ part }: Item): Form => part

/** The item in the words of its plan; undefined where it has none, or none that hold to the schema. */
export function toTold(item: Item): Form | undefined {
  const { list, part, index } = item
  const room = list.room.item(index)
  // The cast hands an item to the plan that its author wrote for it.
  const told = list.plan.summarise?.(part.value as never)
  return told === undefined || !room.accepts(told) ? undefined : shorter(told, item, room)
}

/** The item with its longest texts and lists shortened, to about so many tokens. */
export const toShort = (item: Item, tokens: number): Form =>
  shorter(new Shrinker().shrink(item.part, tokens), item, item.list.room.item(item.index))

/** The item as a reference: its id and what else the schema asks for, as short as it lets it. */
export function toReference(item: Item): Form {
  const { list, part } = item
  const room = list.room.item(item.index)
  const { id } = list.plan
  return shorter(strip(part.value, room, typeof id === 'string' ? id : undefined), item, room)
}

function shorter(value: unknown, { part, list }: Item, room: Room): Form {
  if (list.room.isUnique || value === part.value) return part
  const { tokens } = measureParts(value, room)
  return tokens < part.tokens ? { value, tokens } : part
}

/** A value without what its schema does not ask for. */
function strip(value: unknown, schemaRoom: Room, id?: string): unknown {
  const room = schemaRoom.at(value)
  if (room.isFixed) return value
  if (typeof value === 'string') return room.mayCutText ? stripText(value, room.minLength) : value
  if (Array.isArray(value)) return stripList(value, room)
  if (!isRecord(value)) return value
  const kept = Object.entries(value).filter(([name]) => name === id || room.needs(name))
  return Object.fromEntries(
    kept.map(([name, member]) => [name, name === id ? member : strip(member, room.member(name))]),
  )
}

function stripList(value: readonly unknown[], room: Room): readonly unknown[] {
  const kept = room.mayDropItems ? value.slice(0, room.minItems) : value
  return room.isUnique ? kept : kept.map((item, index) => strip(item, room.item(index)))
}

/** A short text stays; of a long one so much as must stay, with a sign that there was more. */
function stripText(value: string, minLength: number): string {
  const longest = Math.max(minLength, 16)
  const characters = Array.from(value.slice(0, 2 * longest + 2))
  return characters.length <= longest
    ? value
    : `${characters.slice(0, Math.max(0, minLength - 1)).join('')}…`
}
