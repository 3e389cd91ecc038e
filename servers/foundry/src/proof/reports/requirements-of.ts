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
  const texts = new Map<string, string>()
  for (const [prefix, list] of [['req', requirements] as const, ['criterion', criteria] as const]) {
    for (const [index, { id, text }] of toNamed(list).entries()) {
      texts.set(id ?? `${prefix}-${index + 1}`, text)
    }
  }
  const tasks = new Map([...texts.keys()].map((id) => [id, new Set<string>()]))
  const unknown: { task: string; requirement: string }[] = []
  for (const task of tasksOf(spec)) {
    for (const [index, named] of toNamed(task.node.metadata.requirements).entries()) {
      const id = findId(named, texts)
      if (id !== undefined) tasks.get(id)?.add(task.id)
      else if (isReference(named)) unknown.push({ task: task.id, requirement: named.text })
      else addOwn(task, named, index)
    }
  }
  return { list: toList(), unknown }

  function addOwn({ id: taskId }: PlannedTask, { id, text }: Named, index: number) {
    const own = `${taskId}/${id ?? `req-${index + 1}`}`
    texts.set(own, text)
    tasks.set(own, new Set([taskId]))
  }

  function toList(): readonly Requirement[] {
    return [...texts].map(([id, text]) => ({
      id,
      text: text.slice(0, longestText),
      tasks: [...(tasks.get(id) ?? [])],
    }))
  }
}

function findId({ id, text }: Named, known: ReadonlyMap<string, string>): string | undefined {
  if (id !== undefined) return known.has(id) ? id : undefined
  return known.has(text) ? text : undefined
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
