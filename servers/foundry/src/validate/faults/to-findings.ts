import type { Finding } from '../../findings/finding.ts'
import type { Fault, Faults } from './create-faults.ts'
import { isJsonObject } from './is-json-object.ts'
import type { Place } from './to-path.ts'

const maxFindings = 1000

/** Returns the findings of faults in the order of the file, and says how many are left out. */
export function toFindings(faults: Faults, file: unknown): readonly Finding[] {
  const findings = inFileOrder(faults.list, file).map(({ finding }) => finding)
  const more = faults.total() - maxFindings
  if (more <= 0) return findings
  return [...findings.slice(0, maxFindings), moreFindings(more)]
}

const moreFindings = (more: number): Finding => ({
  code: 'MORE_FINDINGS',
  severity: 'info',
  path: '',
  message: `${more} more findings are not listed; the list has at most ${maxFindings}.`,
  hint: 'Mend some of the listed ones, and validate again.',
  fixable: false,
})

/** Sorts faults by where they are in a file. What is missing there comes after what is there. */
export function inFileOrder(faults: readonly Fault[], file: unknown): readonly Fault[] {
  const positions = new WeakMap<object, ReadonlyMap<string, number>>()
  const rankOf = (place: Place): readonly number[] => {
    let value = file
    return place.map((key) => {
      const position = positionOf(positions, value, key)
      value = isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined
      return position
    })
  }
  return faults
    .map((fault) => ({ fault, rank: rankOf(fault.place) }))
    .toSorted((one, other) => compareRanks(one.rank, other.rank))
    .map(({ fault }) => fault)
}

function positionOf(
  positions: WeakMap<object, ReadonlyMap<string, number>>,
  value: unknown,
  key: string | number,
): number {
  if (typeof key === 'number') return key
  if (!isJsonObject(value)) return Infinity
  const known = positions.get(value) ?? new Map(Object.keys(value).map((name, at) => [name, at]))
  positions.set(value, known)
  return known.get(key) ?? Infinity
}

function compareRanks(one: readonly number[], other: readonly number[]): number {
  for (const [at, rank] of one.entries()) {
    const against = other[at]
    if (against === undefined) return 1
    if (rank !== against) return rank < against ? -1 : 1
  }
  return one.length - other.length
}
