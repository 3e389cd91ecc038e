import { isRecord } from '../json/json.ts'
import { nearest } from '../names/nearest.ts'
import { repeated } from '../names/repeated.ts'

/** The names of the tools in each set. */
export type ToolSets = Readonly<Record<string, readonly string[]>>

/** The set of every tool, which every server has. */
const allSet = 'all'

/** How many names a message lists. */
const maxNames = 20

/** Checks the sets of a server, as what JavaScript may have put there. */
export function* toolSetFaults(sets: unknown, tools: readonly string[]): Iterable<string> {
  if (sets === undefined) return
  if (!isRecord(sets)) {
    yield "toolSets: must be an object such as { core: ['get_note'] }"
    return
  }
  for (const [set, names] of Object.entries(sets)) {
    for (const fault of setFaults(set, names, tools)) yield `toolSets.${set}: ${fault}`
  }
}

function* setFaults(set: string, names: unknown, tools: readonly string[]): Iterable<string> {
  if (set === allSet) yield "every server has a set 'all' of every tool; give this one another name"
  if (!/^[A-Za-z][A-Za-z0-9_-]*$/.test(set)) {
    yield "its name must start with a letter and hold only letters, digits, '_' and '-'"
  }
  if (tools.includes(set)) yield 'a tool has the same name; give the set another one'
  if (!Array.isArray(names) || names.length === 0) {
    yield 'must be an array of names of tools, at least one'
    return
  }
  for (const name of names) {
    if (!tools.includes(name)) yield `there is no tool '${name}'${describeNearest(name, tools)}`
  }
  for (const name of repeated(names)) yield `has '${name}' twice`
}

function describeNearest(name: unknown, known: readonly string[]): string {
  const meant = nearest(String(name), known)
  return meant === undefined ? '' : `; did you mean '${meant}'?`
}

/** The set of every tool, and those that the author names. */
export function toToolSets(sets: ToolSets = {}, tools: readonly string[]): ToolSets {
  const all = Object.entries({ [allSet]: tools, ...sets })
  const frozen = all.map(([set, names]) => [set, Object.freeze([...names])] as const)
  return Object.freeze(Object.fromEntries(frozen))
}

/**
 * The names of the tools in a choice of sets and tools. Throws a RangeError that names what there
 * is if something else was chosen.
 */
export function chooseTools(chosen: readonly string[], sets: ToolSets): ReadonlySet<string> {
  const { [allSet]: all = [] } = sets
  const names = new Set<string>()
  for (const one of chosen) {
    if (Object.hasOwn(sets, one)) for (const name of sets[one] ?? []) names.add(name)
    else if (all.includes(one)) names.add(one)
    else throw new RangeError(describeUnknown(one, sets, all))
  }
  if (names.size > 0) return names
  throw new RangeError(`No tools were chosen. ${describeSets(sets)}`)
}

function describeUnknown(name: string, sets: ToolSets, tools: readonly string[]): string {
  const meant = nearest(name, [...Object.keys(sets), ...tools])
  const guess = meant === undefined ? '' : ` Did you mean '${meant}'?`
  const listed = tools.slice(0, maxNames).join(', ')
  const more = tools.length > maxNames ? ', …' : ''
  return (
    `There is neither a set of tools nor a tool '${name}'.${guess} ` +
    `${describeSets(sets)} Tools: ${listed}${more}.`
  )
}

const describeSets = (sets: ToolSets): string => `Sets: ${Object.keys(sets).join(', ')}.`
