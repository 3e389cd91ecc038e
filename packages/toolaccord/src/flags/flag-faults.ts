import { clip } from '../json/json.ts'
import { nearest } from '../names/nearest.ts'
import { type FlagInit, flagStates } from './flag.ts'

type Flags = ReadonlyMap<string, FlagInit>

/** Every reason why flags cannot work. */
export const flagFaults = (flags: Flags): string[] => [
  ...[...flags].flatMap(([name, flag]) => faultsOf(name, flag, flags)),
  ...cycleFaults(flags),
]

function faultsOf(name: string, flag: FlagInit, flags: Flags): string[] {
  const { summary, state, owner, expires, percentage, allow = [], block = [], needs = [] } = flag
  return [
    ...(/^[a-z][a-z0-9_]{0,63}$/.test(name)
      ? []
      : [
          "has a bad name: it must start with a small letter and hold only small letters, digits and '_', at most 64",
        ]),
    ...(isText(summary) ? [] : ['needs a summary']),
    ...(isText(owner) ? [] : ['needs an owner']),
    ...(flagStates.includes(state)
      ? []
      : [`has the state '${clip(String(state))}'; a state is ${flagStates.join(', ')}`]),
    ...(typeof flag.default === 'boolean' ? [] : ['needs a default, true or false']),
    ...(expires === undefined || isDate(expires)
      ? []
      : [`expires on '${clip(String(expires))}', which is no date of the form YYYY-MM-DD`]),
    ...(percentage === undefined || (percentage >= 0 && percentage <= 100)
      ? []
      : [`has the percentage ${percentage}; it goes from 0 to 100`]),
    ...([...allow, ...block].every(isText) ? [] : ['allows or blocks an empty name']),
    ...needs
      .filter((need) => !flags.has(need))
      .map((need) => `needs '${clip(need)}', which is no flag${meant(need, flags.keys())}`),
  ].map((fault) => `flag '${clip(name)}' ${fault}`)
}

const isText = (value: unknown) => typeof value === 'string' && value.trim() !== ''

/** A day that the calendar has: one that it has not comes back as another. */
function isDate(text: string): boolean {
  const time = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

/** Each circle of needs once, as `a → b → a`. */
function cycleFaults(flags: Flags): string[] {
  const faults: string[] = []
  const done = new Set<string>()
  const follow = (name: string, trail: readonly string[]) => {
    if (trail.includes(name))
      faults.push(
        `flags need each other: ${[...trail.slice(trail.indexOf(name)), name].join(' → ')}`,
      )
    if (trail.includes(name) || done.has(name)) return
    for (const need of flags.get(name)?.needs ?? []) follow(need, [...trail, name])
    done.add(name)
  }
  for (const name of flags.keys()) follow(name, [])
  return faults
}

/** The question after an unknown name, where one of the known is close. */
export function meant(name: string, known: Iterable<string>): string {
  const close = nearest(name, known)
  return close === undefined ? '' : `; did you mean '${close}'?`
}
