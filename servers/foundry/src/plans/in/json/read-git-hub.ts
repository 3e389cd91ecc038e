import { FoundryError } from '../../../errors/foundry-error.ts'
import type { TaskState } from '../../../state/task-state.ts'
import type {
  ForeignPhase,
  ForeignPlan,
  ForeignTask,
  PlanFile,
  Remark,
} from '../../foreign-plan.ts'
import { settlePlan } from '../../settle/settle-plan.ts'
import { toForeignPhase, toForeignTask } from '../../to-foreign-task.ts'
import { type Members, listOf, membersOf, restOf, textOf } from './members-of.ts'
import { parseJsonFile } from './parse-json-file.ts'
import { readIssueBody } from './read-issue-body.ts'

const taken = new Set(
  'number title body state stateReason state_reason labels milestone comments'.split(' '),
)

interface Issue {
  readonly task: ForeignTask
  /** Numbers of issues that wait for this one. */
  readonly blocks: readonly string[]
  readonly milestone?: string | undefined
}

/** Reads what `gh issue list --json …` printed: works without a network and a token. */
export function readGitHub(files: readonly PlanFile[]): ForeignPlan {
  const [file] = files
  if (file === undefined) throw new FoundryError('INVALID_PLAN', 'No JSON file was given.')
  const remarks: Remark[] = []
  const value = parseJsonFile(file)
  const all = Array.isArray(value) ? value : [value]
  const issues = all.flatMap((one, index) => readIssue(one, index, { path: file.path, remarks }))
  if (issues.length === 0) {
    throw new FoundryError('INVALID_PLAN', `${file.path} does not have an issue with a number.`, {
      path: 'path',
      hint: 'Write it with: gh issue list --json number,title,body,state,labels,milestone',
    })
  }
  return settlePlan({
    kind: 'github',
    path: file.path,
    title: 'Issues of GitHub',
    phases: toPhases(issues),
    criteria: [],
    notes: [],
    remarks,
    rest: {},
  })
}

interface Reading {
  readonly path: string
  readonly remarks: Remark[]
}

function readIssue(value: unknown, index: number, reading: Reading): readonly Issue[] {
  const { path, remarks } = reading
  const members = membersOf(value)
  const number = textOf(members?.number)
  const leaveOut = (message: string) => {
    remarks.push({ path, message, action: 'It was not taken.' })
    return []
  }
  if (members === undefined || number === undefined) {
    return leaveOut(`Entry ${index + 1} is not an issue with a number.`)
  }
  if (members.pull_request !== undefined || members.isPullRequest === true) {
    return leaveOut(`#${number} is a pull request.`)
  }
  return [toIssue(members, number, reading)]
}

function toIssue(members: Members, number: string, { path }: Reading): Issue {
  const names = listOf(members.labels).flatMap(
    (label) => textOf(membersOf(label)?.name) ?? textOf(label) ?? [],
  )
  const body = readIssueBody(textOf(members.body) ?? '', number)
  const priority = names.flatMap((name) => /^(?:priority[:/ -]*)(.+)$/i.exec(name)?.[1] ?? [])[0]
  const level = names.find((name) => /^p[0-4]$/i.test(name))
  const milestone = textOf(membersOf(members.milestone)?.title) ?? textOf(members.milestone)
  const state = stateOf(members)
  const task = toForeignTask({
    foreignId: `#${number}`,
    aliases: [number],
    title: textOf(members.title) ?? '',
    description: body.description,
    state,
    cancelReason: state === 'cancelled' ? 'Closed as not planned.' : undefined,
    dependencies: body.dependencies,
    criteria: body.criteria,
    files: body.files,
    priority: (priority ?? level)?.toLowerCase(),
    labels: names,
    category: names.some((name) => /^bug$/i.test(name)) ? 'investigation' : undefined,
    children: body.children,
    notes: listOf(members.comments).flatMap(toNote),
    path,
    rest: restOf(members, taken),
  })
  return { task, blocks: body.blocks, milestone }
}

function stateOf({ state, stateReason, state_reason: reason }: Members): TaskState {
  const isClosed = /^closed$/i.test(textOf(state) ?? '')
  const why = textOf(stateReason) ?? textOf(reason) ?? ''
  if (!isClosed) return 'pending'
  return /^(?:not_planned|duplicate)$/i.test(why) ? 'cancelled' : 'completed'
}

function toNote(value: unknown) {
  const comment = membersOf(value)
  const text = textOf(comment?.body)
  const author = textOf(membersOf(comment?.author)?.login) ?? textOf(comment?.author)
  const at = textOf(comment?.createdAt)
  return text === undefined ? [] : [{ title: 'Comment', text, author, at }]
}

/** Milestones are phases. gh prints the newest first, and work begins with the oldest. */
function toPhases(issues: readonly Issue[]): readonly ForeignPhase[] {
  const ordered = issues.toSorted((a, b) => numberOf(a) - numberOf(b))
  const waits = new Map<string, string[]>()
  for (const { task, blocks } of ordered) {
    for (const id of blocks) waits.set(id, [...(waits.get(id) ?? []), task.foreignId])
  }
  const groups = new Map<string | undefined, ForeignTask[]>()
  for (const { task, milestone } of ordered) {
    const dependencies = [...task.dependencies, ...(waits.get(task.foreignId) ?? [])]
    groups.set(milestone, [...(groups.get(milestone) ?? []), { ...task, dependencies }])
  }
  return [...groups].map(([milestone, tasks]) =>
    toForeignPhase({
      foreignId: milestone === undefined ? 'phase:issues' : `milestone:${milestone}`,
      title: milestone ?? 'Issues',
      tasks,
    }),
  )
}

const numberOf = ({ task }: Issue) => Number(task.foreignId.slice(1))
