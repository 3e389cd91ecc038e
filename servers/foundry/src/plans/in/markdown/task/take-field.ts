import type { TaskState } from '../../../../state/task-state.ts'
import type { ForeignCheck } from '../../../foreign-plan.ts'
import { commandIn } from '../../text/command-in.ts'
import { pathsIn } from '../../text/paths-in.ts'
import { stateOfWord } from '../../text/state-of-word.ts'
import { idsIn, requirementIdsIn } from './ids-in.ts'

/** What the lines under a task say about it. */
export interface Fields {
  readonly dependencies: string[]
  readonly files: string[]
  readonly criteria: string[]
  readonly checks: ForeignCheck[]
  readonly labels: string[]
  readonly requirements: string[]
  readonly text: string[]
  readonly rest: Record<string, unknown>
  priority?: string
  estimate?: number
  state?: TaskState
  discoveredFrom?: string | undefined
}

/** Returns fields with nothing in them. */
export const createFields = (): Fields => ({
  dependencies: [],
  files: [],
  criteria: [],
  checks: [],
  labels: [],
  requirements: [],
  text: [],
  rest: {},
})

/** A name with a colon; the values of a list under it are given too. */
export interface FieldLine {
  readonly name: string
  readonly value: string
  readonly values: readonly string[]
}

type Take = (fields: Fields, line: FieldLine) => boolean

const isNothing = (value: string) => /^(?:-+|none|n\/a|null|no|nothing)?\.?$/i.test(value)
const pushAll = (list: string[], values: readonly string[]) => list.push(...values) > 0
const filled = ({ value, values }: FieldLine) => [value, ...values].filter((one) => !isNothing(one))

/** What is known by which names; the first that takes a line keeps it. */
const takers: readonly (readonly [RegExp, Take])[] = [
  [
    /^(?:depends[ _]on|dependenc(?:y|ies)|blocked[ _]by|blockedby|after|prerequisites?)$/,
    ({ dependencies }, line) =>
      filled(line).length === 0 || pushAll(dependencies, filled(line).flatMap(idsIn)),
  ],
  [
    /^(?:files?|file paths?|paths?|location|files? (?:to (?:create|modify|change)|touched))$/,
    ({ files }, line) => pushAll(files, filled(line).flatMap(pathsIn)),
  ],
  [
    /^(?:acceptance|acceptance criteri(?:a|on)|criteria|done when|success(?: criteria)?)$/,
    ({ criteria }, line) => pushAll(criteria, filled(line)),
  ],
  [
    /^(?:verify|verification|verified by|test command|how to (?:verify|test)|independent test|test)$/,
    ({ checks }, line) =>
      filled(line).every((text) => checks.push({ text, command: commandIn(text) })) &&
      filled(line).length > 0,
  ],
  [
    /^(?:requirements?|req(?:s)?|validates|satisfies|covers|需求|要件|requisitos|anforderungen)$/,
    ({ requirements }, line) => pushAll(requirements, filled(line).flatMap(requirementIdsIn)),
  ],
  [/^(?:labels?|tags?)$/, ({ labels }, line) => pushAll(labels, filled(line).flatMap(toNames))],
  [
    /^priority$/,
    (fields, { value }) => {
      fields.priority = value.toLowerCase()
      return !isNothing(value)
    },
  ],
  [
    /^(?:status|state)$/,
    (fields, { value }) => {
      const state = stateOfWord(value)
      if (state !== undefined) fields.state = state
      return state !== undefined
    },
  ],
  [
    /^(?:estimate|estimated(?: time| hours| effort)?|effort)$/,
    (fields, { value }) => {
      const hours = hoursIn(value)
      if (hours !== undefined) fields.estimate = hours
      return hours !== undefined
    },
  ],
  [
    /^(?:discovered from|found in)$/,
    (fields, { value }) => {
      fields.discoveredFrom = idsIn(value)[0]
      return fields.discoveredFrom !== undefined
    },
  ],
  [
    /^(?:leverage|prompt)$/,
    (fields, { name, value }) => {
      fields.rest[name] = value
      const success = /\bSuccess:\s*(.+?)(?:\s*\||$)/.exec(value)?.[1]
      if (success !== undefined) fields.criteria.push(success)
      return true
    },
  ],
]

const toNames = (value: string) =>
  value
    .split(/[,;]/)
    .map((name) => name.replaceAll(/[`*]/g, '').trim())
    .filter((name) => name !== '')

/** Takes a line that says something known; false if it is only text. */
export function takeField(fields: Fields, line: FieldLine): boolean {
  const name = line.name.toLowerCase().trim()
  const taker = takers.find(([pattern]) => pattern.test(name))?.[1]
  return taker?.(fields, { ...line, name }) ?? false
}

function hoursIn(text: string): number | undefined {
  const [, number, unit = 'h'] =
    /(\d+(?:\.\d+)?)\s*(m|min|minutes?|h|hours?|hrs?|d|days?|w|weeks?)?\b/i.exec(text) ?? []
  if (number === undefined) return undefined
  const hours: Readonly<Record<string, number>> = { m: 1 / 60, h: 1, d: 8, w: 40 }
  return Number(number) * (hours[unit.charAt(0).toLowerCase()] ?? 1)
}
