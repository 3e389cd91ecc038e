import type { TaskState } from '../../../../state/task-state.ts'
import type { ForeignTask, PlanFile, Remark } from '../../../foreign-plan.ts'
import { toForeignTask } from '../../../to-foreign-task.ts'
import { type Members, restOf, textOf, textsOf } from '../../json/members-of.ts'
import { commandIn } from '../../text/command-in.ts'
import { pathsIn } from '../../text/paths-in.ts'
import { stateOfWord } from '../../text/state-of-word.ts'
import { backlogSections } from './backlog-sections.ts'
import { boxesIn, commentsIn } from './boxes-in.ts'
import { frontMatterOf } from './front-matter-of.ts'

/** A task with what decides where it stands. */
export interface BacklogTask {
  readonly task: ForeignTask
  readonly parent?: string | undefined
  readonly milestone?: string | undefined
  readonly ordinal: number
}

interface BacklogOptions {
  /** In their order: the first is for new tasks, the last for finished ones. */
  readonly statuses: readonly string[]
  readonly remarks: Remark[]
}

const taken = new Set(
  (
    'id title status labels dependencies priority milestone parent_task_id parent ordinal ' +
    'subtasks description'
  ).split(' '),
)

/** Returns a file of Backlog.md as a task. */
export function toBacklogTask(file: PlanFile, { statuses, remarks }: BacklogOptions): BacklogTask {
  const { path } = file
  const front = frontMatterOf(file.text, path, remarks)
  const name = path.split('/').at(-1) ?? path
  const [, nameId, nameTitle] = /^(\S+) - (.+)\.md$/.exec(name) ?? []
  const sections = backlogSections(file.text)
  const section = (key: string) => sections.get(key)
  const criteria = boxesIn(section('acceptance criteria') ?? '')
  const done = boxesIn(section('definition of done') ?? '')
  const description = section('description') ?? textOf(front.description)
  const plan = section('implementation plan')
  const task = toForeignTask({
    foreignId: textOf(front.id) ?? nameId?.toUpperCase() ?? name,
    title: textOf(front.title) ?? nameTitle?.replaceAll('-', ' ') ?? '',
    description,
    details: plan,
    state: readState(front, { path, statuses, remarks }),
    dependencies: textsOf(front.dependencies),
    criteria: criteria.map(({ text }) => text),
    files: pathsIn(`${description ?? ''}\n${plan ?? ''}`),
    priority: textOf(front.priority)?.toLowerCase(),
    labels: [...textsOf(front.labels), ...draftLabel(path)],
    checks: done.map(({ text, isTicked }) => ({
      text,
      command: commandIn(text),
      isPassed: isTicked,
    })),
    notes: [...notesOf(sections), ...commentsIn(section('comments') ?? '')],
    path,
    rest: { ...restOf(front, taken), ...keptOf(sections, criteria) },
  })
  const ordinal = typeof front.ordinal === 'number' ? front.ordinal : Infinity
  const parent = textOf(front.parent_task_id) ?? textOf(front.parent)
  return { task, parent, milestone: textOf(front.milestone), ordinal }
}

const isDraft = (path: string) => /(?:^|\/)drafts\//.test(path)

const draftLabel = (path: string) => (isDraft(path) ? ['draft'] : [])

const noteSections = ['implementation notes', 'notes', 'final summary']

const notesOf = (sections: ReadonlyMap<string, string>) =>
  noteSections.flatMap((title) => {
    const text = sections.get(title)
    return text === undefined ? [] : [{ title: title.replace(/^./, (c) => c.toUpperCase()), text }]
  })

const known = new Set([
  'description',
  'acceptance criteria',
  'definition of done',
  'implementation plan',
  'comments',
  ...noteSections,
])

/** Sections that have no place, and which criteria were ticked. */
function keptOf(
  sections: ReadonlyMap<string, string>,
  criteria: readonly { readonly text: string; readonly isTicked: boolean }[],
): Members {
  const others = [...sections].filter(([title]) => !known.has(title))
  const ticked = criteria.filter(({ isTicked }) => isTicked).map(({ text }) => text)
  return restOf(
    {
      sections: others.length === 0 ? null : Object.fromEntries(others),
      criteria_ticked: ticked,
    },
    new Set(),
  )
}

/** By the folder, by the place among the configured statuses, or by the word itself. */
function readState(
  front: Members,
  { path, statuses, remarks }: BacklogOptions & { readonly path: string },
): TaskState {
  if (/(?:^|\/)completed\//.test(path)) return 'completed'
  if (isDraft(path)) return 'deferred'
  const status = textOf(front.status) ?? 'To Do'
  const place = statuses.findIndex((one) => one.toLowerCase() === status.toLowerCase())
  const state = stateOfWord(status)
  if (place === statuses.length - 1 && place > 0) return state === 'cancelled' ? state : 'completed'
  if (state !== undefined) return state
  if (place === 0) return 'pending'
  if (place > 0) return 'in_progress'
  const message = `The status "${status}" is not among the configured ones.`
  remarks.push({ path, line: 1, message, action: 'The task is pending.' })
  return 'pending'
}
