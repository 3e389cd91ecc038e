import { isRecord } from './json.ts'

/** Stands for a value whose members cannot be put in order, or that is not plain JSON. */
export const unsortable = Symbol('unsortable')

/**
 * Returns a JSON value whose objects have their members in canonical order, so that JSON.stringify
 * writes it canonically. It is the very same value if all are in order.
 */
export function sortMembers(value: unknown): unknown {
  if (Array.isArray(value)) return sortItems(value)
  if (!isRecord(value)) return value
  if (typeof value.toJSON === 'function') return unsortable
  const names = Object.keys(value)
  const members: unknown[] = []
  let isSame = true
  let before = ''
  for (const name of names) {
    // Engines have an order of their own for numbers, and one name is not a plain one.
    if (/^\d/.test(name) || name === '__proto__') return unsortable
    const member = sortMembers(value[name])
    if (member === unsortable) return unsortable
    isSame &&= member === value[name] && name >= before
    before = name
    members.push(member)
  }
  if (isSame) return value
  const byName = new Map(names.map((name, index) => [name, members[index]]))
  return Object.fromEntries(names.toSorted().map((name) => [name, byName.get(name)]))
}

function sortItems(items: readonly unknown[]): unknown {
  const sorted = items.map(sortMembers)
  if (sorted.includes(unsortable)) return unsortable
  return sorted.every((item, index) => item === items[index]) ? items : sorted
}
