import { FoundryError } from '../../../errors/foundry-error.ts'
import type {
  ForeignPhase,
  ForeignPlan,
  ForeignTask,
  PlanFile,
  Remark,
} from '../../foreign-plan.ts'
import { planLimits } from '../../plan-limits.ts'
import { checkTaskCount, settlePlan } from '../../settle/settle-plan.ts'
import { taskMasterStatusWords } from '../../status-words.ts'
import { toForeignPhase, toForeignTask } from '../../to-foreign-task.ts'
import { commandIn } from '../text/command-in.ts'
import { pathsIn } from '../text/paths-in.ts'
import { foundryOf, stateOfStatus } from './foundry-of.ts'
import { type Members, listOf, membersOf, restOf, textOf, textsOf } from './members-of.ts'
import { parseJsonFile } from './parse-json-file.ts'

const taken = new Set(
  'id title description status dependencies priority details testStrategy subtasks'.split(' '),
)

/** The tag that files without tags have, and that new ones begin with. */
const mainTag = 'master'

interface Reading {
  readonly path: string
  readonly remarks: Remark[]
  /** In front of the ids of the tag. */
  readonly prefix: string
  count: number
}

/** Reads `tasks.json` of task-master: with tags, or the older one without. */
export function readTaskMaster(files: readonly PlanFile[]): ForeignPlan {
  const [file] = files
  if (file === undefined) throw new FoundryError('INVALID_PLAN', 'No tasks.json was given.')
  const { path } = file
  const remarks: Remark[] = []
  const tags = tagsOf(parseJsonFile(file), path)
  const phases = tags.flatMap(([tag, value]) => readTag(tag, value, { path, remarks }))
  const [first] = tags
  const project = membersOf(membersOf(first?.[1])?.meta ?? membersOf(first?.[1])?.metadata)
  const name = textOf(project?.projectName)
  const title = name ?? (tags.length === 1 && first?.[0] !== mainTag ? first?.[0] : undefined)
  const rest = { tags: tags.map(([tag]) => tag) }
  const plan: ForeignPlan = {
    kind: 'task-master',
    path,
    title: title ?? 'Tasks of task-master',
    mission: textOf(project?.description),
    phases,
    criteria: [],
    notes: [],
    remarks,
    rest,
  }
  return settlePlan(plan)
}

/** The tags of a file with their values; a file without tags has one. */
function tagsOf(value: unknown, path: string): readonly (readonly [string, unknown])[] {
  if (Array.isArray(value)) return [[mainTag, { tasks: value }]]
  const members = membersOf(value)
  if (Array.isArray(members?.tasks)) return [[mainTag, members]]
  const tags = Object.entries(members ?? {}).filter(([, tag]) =>
    Array.isArray(membersOf(tag)?.tasks),
  )
  if (tags.length > 0) return tags
  throw new FoundryError('INVALID_PLAN', `${path} has no array "tasks", and no tag that has one.`, {
    path: 'path',
    hint: 'task-master keeps its plan in .taskmaster/tasks/tasks.json.',
  })
}

function readTag(
  tag: string,
  value: unknown,
  { path, remarks }: Pick<Reading, 'path' | 'remarks'>,
): readonly ForeignPhase[] {
  const prefix = tag === mainTag ? '' : `${tag}:`
  const reading: Reading = { path, remarks, prefix, count: 0 }
  const members = membersOf(value) ?? {}
  const tasks = readTasks(listOf(members.tasks), '', reading)
  const title = tag === mainTag ? 'Tasks' : tag
  const description = textOf(membersOf(members.metadata)?.description)
  const rest = restOf(members, new Set(['tasks']))
  return toPhases(tasks, { foreignId: `tag:${tag}`, title, description, rest, path })
}

/** Plans that were written here have their phases in the metadata of the tasks. */
function toPhases(
  tasks: readonly ForeignTask[],
  tag: Parameters<typeof toForeignPhase>[0],
): readonly ForeignPhase[] {
  const titles = [...new Set(tasks.flatMap(({ rest }) => foundryOf(rest)?.phase ?? []))]
  const others = tasks.filter(({ rest }) => foundryOf(rest)?.phase === undefined)
  const phases = titles.map((title) =>
    toForeignPhase({
      ...tag,
      foreignId: `${tag.foreignId}/${title}`,
      title,
      tasks: tasks.filter(({ rest }) => foundryOf(rest)?.phase === title),
    }),
  )
  if (phases.length > 0 && others.length === 0) return phases
  return [...phases, toForeignPhase({ ...tag, tasks: others })]
}

function readTasks(
  values: readonly unknown[],
  parent: string,
  reading: Reading,
): readonly ForeignTask[] {
  const depth = parent.split('.').length
  const siblings = new Set(values.flatMap((value) => ownNumber(textOf(membersOf(value)?.id))))
  return values.flatMap((value, index) => {
    const members = membersOf(value)
    reading.count += 1
    checkTaskCount(reading.count, reading.path)
    const id = textOf(members?.id) ?? String(index + 1)
    if (members !== undefined && depth <= planLimits.depth * 2) {
      return [readTask(members, { own: id, parent, siblings }, reading)]
    }
    reading.remarks.push({
      path: reading.path,
      message: `Entry ${index + 1} of the tasks under "${parent || 'the file'}" is not a task.`,
      action: 'It is left out.',
    })
    return []
  })
}

/** The number of a subtask, whether or not the id repeats that of the parent. */
const ownNumber = (id: string | undefined) => id?.split('.').at(-1) ?? []

interface TaskPlace extends Pick<DependencyContext, 'parent' | 'siblings'> {
  readonly own: string
}

function readTask(
  members: Members,
  { own, parent, siblings }: TaskPlace,
  reading: Reading,
): ForeignTask {
  const { path, prefix, remarks } = reading
  // Some files repeat the id of the parent in that of the subtask.
  const id = parent === '' || own.startsWith(`${parent}.`) ? own : `${parent}.${own}`
  const strategy = textOf(members.testStrategy)
  const details = textOf(members.details)
  const description = textOf(members.description)
  const rest = restOf(members, taken)
  const word = textOf(members.status) ?? 'pending'
  const state = stateOfStatus(word, members, taskMasterStatusWords)
  if (state === undefined) {
    const message = `Task "${prefix}${id}" has the status "${word}", which is not known.`
    remarks.push({ path, message, action: 'It is pending.' })
  }
  return toForeignTask({
    foreignId: `${prefix}${id}`,
    title: textOf(members.title) ?? '',
    description,
    details,
    state: state ?? 'pending',
    dependencies: dependenciesOf(members, { ...reading, parent, siblings }),
    files: pathsIn(`${description ?? ''}\n${details ?? ''}`),
    priority: textOf(members.priority),
    complexity: complexityOf(members.complexity ?? members.complexityScore),
    checks: strategy === undefined ? [] : [{ text: strategy, command: commandIn(strategy) }],
    children: readTasks(listOf(members.subtasks), id, reading),
    isCheck: foundryOf(members)?.isCheck,
    path,
    rest,
  })
}

interface DependencyContext extends Reading {
  readonly parent: string
  /** Numbers of the tasks beside this one. */
  readonly siblings: ReadonlySet<string>
}

/** A bare number in a subtask means one beside it; with a point, it is the whole id. */
function dependenciesOf(
  members: Members,
  { prefix, parent, siblings }: DependencyContext,
): readonly string[] {
  const whole = new Set(foundryOf(members)?.dependencies)
  return textsOf(members.dependencies).map((name) => {
    const isBare = parent !== '' && !name.includes('.') && siblings.has(name) && !whole.has(name)
    return `${prefix}${isBare ? `${parent}.${name}` : name}`
  })
}

function complexityOf(value: unknown): ForeignTask['complexity'] {
  if (typeof value !== 'number') return undefined
  if (value <= 3) return 'low'
  return value <= 6 ? 'medium' : 'high'
}
