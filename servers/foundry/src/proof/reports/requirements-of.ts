import type { Spec } from '../../spec/spec.ts'
import { type PlannedTask, tasksOf } from './tasks-of.ts'

/** Something that the change is for. */
export interface Requirement {
  readonly id: string
  readonly text: string
  /** The tasks that name it. */
  readonly tasks: readonly string[]
}

/** The requirements of a spec, and what tasks name that is not among them. */
export interface Requirements {
  readonly list: readonly Requirement[]
  readonly unknown: readonly { readonly task: string; readonly requirement: string }[]
}

interface Named {
  readonly id: string | undefined
  readonly text: string
}

const longestText = 300

/**
 * Returns the requirements of a spec: its `requirements`, its `success_criteria` (`criterion-1` and
 * so on if they have no ids), and those that only one task has, by the id of that task. Tasks name
 * requirements by their ids in `requirements`.
 */
export function requirementsOf(spec: Spec): Requirements {
  const { requirements, success_criteria: criteria } = spec.metadata ?? {}
  const found = new Map<string, Found>()
  for (const [index, { id, text }] of toNamed(requirements).entries()) {
    found.set(id ?? `req-${index + 1}`, { text, tasks: new Set() })
  }
  for (const [index, { id, text }] of toNamed(criteria).entries()) {
    found.set(id ?? `criterion-${index + 1}`, { text, tasks: new Set() })
  }
  const unknown = tasksOf(spec).flatMap((task) => addTask(found, task))
  const list = [...found].map(([id, { text, tasks }]) => ({
    id,
    text: text.slice(0, longestText),
    tasks: [...tasks],
  }))
  return { list, unknown }
}

interface Found {
  readonly text: string
  readonly tasks: Set<string>
}

/** Adds a task to what it names, and returns what it names that is not there. */
function addTask(found: Map<string, Found>, { id: task, node }: PlannedTask) {
  const unknown: { task: string; requirement: string }[] = []
  for (const [index, named] of toNamed(node.metadata.requirements).entries()) {
    const requirement = found.get(named.id ?? named.text)
    const own = `${task}/${named.id ?? `req-${index + 1}`}`
    if (requirement !== undefined) requirement.tasks.add(task)
    else if (isReference(named)) unknown.push({ task, requirement: named.text })
    else found.set(own, { text: named.text, tasks: new Set([task]) })
  }
  return unknown
}

/** One word is an id; a requirement has more of them. */
const isReference = ({ id, text }: Named) => id === undefined && /^\S+$/.test(text)

/** Reads strings, strings that begin with an id, and objects with an id and a text. */
function toNamed(list: unknown): readonly Named[] {
  const entries: readonly unknown[] = Array.isArray(list) ? list : []
  return entries.flatMap((entry) => {
    if (typeof entry === 'string') return toNamedText(entry.trim())
    if (typeof entry !== 'object' || entry === null) return []
    return toNamedObject(new Map(Object.entries(entry)))
  })
}

function toNamedText(text: string): readonly Named[] {
  if (text === '') return []
  const [, id, rest] = /^\**([A-Za-z]+-\d[\w.-]*)\**:\**\s+(.+)$/s.exec(text) ?? []
  return [{ id, text: rest ?? text }]
}

function toNamedObject(entry: ReadonlyMap<string, unknown>): readonly Named[] {
  const id = toText(entry.get('id'))
  const names = ['text', 'description', 'title', 'criterion']
  const text = names.map((name) => toText(entry.get(name))).find((one) => one !== undefined) ?? id
  return text === undefined ? [] : [{ id, text }]
}

const toText = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
