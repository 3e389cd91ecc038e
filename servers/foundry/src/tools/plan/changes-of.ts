import { FoundryError } from '../../errors/foundry-error.ts'
import type { NodeType, SpecNode } from '../../spec/spec.ts'
import { withMetadata } from '../../spec/with-node.ts'

/** What a caller wants to change of a node; absent members stay as they are. */
export interface TaskChanges {
  readonly title?: string | undefined
  readonly description?: string | undefined
  readonly criteria?: readonly string[] | undefined
  readonly files?: readonly string[] | undefined
  readonly complexity?: string | undefined
  readonly category?: string | undefined
  readonly estimated_hours?: number | undefined
  readonly actual_hours?: number | undefined
  readonly owners?: readonly string[] | undefined
  readonly labels?: readonly string[] | undefined
  readonly needs_review?: boolean | undefined
  readonly command?: string | undefined
  readonly expected?: string | undefined
}

/** A member of a node that becomes another. */
export interface MemberChange {
  readonly member: string
  readonly before?: unknown
  readonly after?: unknown
}

const always = ['title', 'description'] as const
const ofPeople = ['owners', 'labels'] as const
const ofTasks = [
  ...always,
  ...ofPeople,
  'criteria',
  'files',
  'complexity',
  'category',
  'estimated_hours',
  'actual_hours',
  'needs_review',
] as const

const changeable: Readonly<Record<NodeType, readonly (keyof TaskChanges)[]>> = {
  spec: [],
  phase: always,
  group: always,
  task: ofTasks,
  subtask: ofTasks,
  verify: [...always, ...ofPeople, 'command', 'expected'],
  research: [...always, ...ofPeople],
}

/** Returns what is different from the node; throws if a node of its type does not have it. */
export function changesOf(node: SpecNode, wanted: TaskChanges): readonly MemberChange[] {
  const { title, ...metadata } = toMembers(node, wanted)
  const current: Readonly<Record<string, unknown>> = node.metadata
  const changes = Object.entries(metadata).map(([member, after]) => ({
    member,
    before: current[member],
    after,
  }))
  const all = title === undefined ? changes : [titleChange(node, title), ...changes]
  return all.filter(({ before, after }) => JSON.stringify(before) !== JSON.stringify(after))
}

const titleChange = ({ title }: SpecNode, after: unknown): MemberChange => ({
  member: 'title',
  before: title,
  after,
})

/** Returns the node with changes made. */
export function withChanges(node: SpecNode, changes: readonly MemberChange[]): SpecNode {
  const title = changes.find(({ member }) => member === 'title')?.after
  const others = changes.filter(({ member }) => member !== 'title')
  const metadata = Object.fromEntries(others.map(({ member, after }) => [member, after]))
  const changed = others.length === 0 ? node : withMetadata(node, metadata)
  return typeof title === 'string' ? { ...changed, title } : changed
}

/** The wanted members under the names that the file has for them. */
function toMembers({ type }: SpecNode, wanted: TaskChanges): Readonly<Record<string, unknown>> {
  const given = Object.entries(wanted).filter(([, value]) => value !== undefined)
  const names: readonly string[] = changeable[type] ?? []
  const unfit = given.find(([name]) => !names.includes(name))
  if (unfit !== undefined) throw notChangeable(type, unfit[0], names)
  return Object.assign({}, ...given.map(([name, value]) => toMember(name, value)))
}

const fileNames: Readonly<Record<string, string>> = {
  criteria: 'acceptance_criteria',
  category: 'task_category',
}

function toMember(name: string, value: unknown): Readonly<Record<string, unknown>> {
  if (name !== 'files' || !Array.isArray(value)) return { [fileNames[name] ?? name]: value }
  const [file_path, ...files]: readonly unknown[] = value
  return { file_path, files: files.length > 0 ? files : undefined }
}

const notChangeable = (type: string, name: string, names: readonly string[]) =>
  new FoundryError('VALIDATION_ERROR', `A ${type} has no '${name}' to change.`, {
    path: name,
    hint:
      names.length === 0
        ? 'Call update_spec for the spec itself.'
        : `Of a ${type} these can be changed: ${names.join(', ')}.`,
  })
