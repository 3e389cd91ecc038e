import { type Slice, sliceJson, sliceOf } from '../../json/slice-json.ts'
import type { Place } from '../faults/to-path.ts'
import { lineAt } from './line-at.ts'

/** A key that an object has more than once. */
export interface DuplicateKey {
  readonly place: Place
  /** Where the last of its values begins. */
  readonly where: string
}

const maxFound = 100

/** Returns the keys that are repeated in a JSON text whose depth is known to be bounded. */
export function findDuplicateKeys(text: string): readonly DuplicateKey[] {
  const found: DuplicateKey[] = []
  const visit = (slice: Slice, place: Place) => {
    const first = text[slice.start]
    if (first !== '{' && first !== '[') return
    const keys = new Set<string>()
    for (const member of sliceJson(text, slice)) {
      const inner = [...place, first === '[' ? Number(member.key) : member.key]
      const isRepeated = keys.has(member.key) && found.length < maxFound
      if (isRepeated) found.push({ place: inner, where: lineAt(text, member.start) })
      keys.add(member.key)
      visit(member, inner)
    }
  }
  visit(sliceOf(text), [])
  return found
}
