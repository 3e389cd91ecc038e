import { clip } from '../json/json.ts'
import { nearest } from '../names/nearest.ts'
import { type FlagInit, flagStates } from './flag.ts'

type Flags = ReadonlyMap<string, FlagInit>

/** Returns every reason why flags cannot work. */
export function flagFaults(flags: Flags): string[] {
  const faults: string[] = []
  for (const [name, flag] of flags) {
    const own = [...valueFaults(name, flag), ...needFaults(flag, flags)]
    for (const fault of own) faults.push(`flag '${clip(name)}' ${fault}`)
  }
  return [...faults, ...cycleFaults(flags)]
}

function valueFaults(name: string, flag: FlagInit): string[] {
  const { summary, state, owner, expires, percentage, allow = [], block = [] } = flag
  const faults: string[] = []
  if (!/^[a-z][a-z0-9_]{0,63}$/.test(name)) faults.push(badName)
  if (!isText(summary)) faults.push('needs a summary')
  if (!isText(owner)) faults.push('needs an owner')
  if (!flagStates.includes(state))
    faults.push(`has the state '${clip(String(state))}'; a state is ${flagStates.join(', ')}`)
  if (typeof flag.default !== 'boolean') faults.push('needs a default, true or false')
  if (expires !== undefined && !isDate(expires))
    faults.push(`expires on '${clip(String(expires))}', which is not a date as YYYY-MM-DD`)
  if (percentage !== undefined && !(percentage >= 0 && percentage <= 100))
    faults.push(`has the percentage ${percentage}; it goes from 0 to 100`)
  if (![...allow, ...block].every(isText)) faults.push('allows or blocks an empty name')
  return faults
}

const badName =
  'has a bad name: it must start with a small letter ' +
  "and hold only small letters, digits and '_', at most 64"

function needFaults({ needs = [] }: FlagInit, flags: Flags): string[] {
  const unknown = needs.filter((need) => !flags.has(need))
  return unknown.map(
    (need) => `needs '${clip(need)}', which is not a flag${didYouMean(need, flags.keys())}`,
  )
}

const isText = (value: unknown) => typeof value === 'string' && value.trim() !== ''

/** True for a day of the calendar: any other day comes back as another one. */
function isDate(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false
  const time = Date.parse(text)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

/** Returns each circle of needs once, as `a → b → a`. */
function cycleFaults(flags: Flags): string[] {
  const faults: string[] = []
  const done = new Set<string>()
  const follow = (name: string, trail: readonly string[]) => {
    if (trail.includes(name)) {
      const circle = [...trail.slice(trail.indexOf(name)), name]
      faults.push(`flags need each other: ${circle.join(' → ')}`)
      return
    }
    if (done.has(name)) return
    for (const need of flags.get(name)?.needs ?? []) follow(need, [...trail, name])
    done.add(name)
  }
  for (const name of flags.keys()) follow(name, [])
  return faults
}

/** Returns the question to put after an unknown name, or nothing if no known name is close. */
export function didYouMean(name: string, known: Iterable<string>): string {
  const close = nearest(name, known)
  return close === undefined ? '' : `; did you mean '${close}'?`
}
