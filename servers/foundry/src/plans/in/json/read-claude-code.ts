import type { ForeignPlan, ForeignTask, PlanFile, Remark } from '../../foreign-plan.ts'
import { checkTaskCount, settlePlan } from '../../settle/settle-plan.ts'
import { toForeignPhase, toForeignTask } from '../../to-foreign-task.ts'
import { pathsIn } from '../text/paths-in.ts'
import { stateOfWord } from '../text/state-of-word.ts'
import { membersOf, restOf, textOf, textsOf } from './members-of.ts'
import { parseJsonFile } from './parse-json-file.ts'

const taken = new Set('id subject description status blocks blockedBy'.split(' '))

/** Reads a list of tasks of Claude Code: a folder with one JSON file a task. */
export function readClaudeCode(files: readonly PlanFile[]): ForeignPlan {
  const remarks: Remark[] = []
  checkTaskCount(files.length, 'The folder')
  const numbered = files.toSorted((a, b) => numberOf(a) - numberOf(b))
  const tasks = numbered.flatMap((file) => readTask(file, remarks))
  const ids = new Map(tasks.map((task) => [task.foreignId, task]))
  for (const task of tasks) {
    for (const blocked of textsOf(task.rest.blocks)) {
      const other = ids.get(blocked)
      if (other === undefined || other.dependencies.includes(task.foreignId)) continue
      ids.set(blocked, { ...other, dependencies: [...other.dependencies, task.foreignId] })
    }
  }
  const ordered = [...ids.values()].map((task) => ({
    ...task,
    rest: restOf(task.rest, new Set(['blocks'])),
  }))
  const folder = (files[0]?.path ?? '').split('/').at(-2) ?? 'tasks'
  return settlePlan({
    kind: 'claude-code',
    path: files[0]?.path ?? folder,
    title: 'Tasks of Claude Code',
    phases: [toForeignPhase({ foreignId: 'phase:tasks', title: 'Tasks', tasks: ordered })],
    criteria: [],
    notes: [],
    remarks,
    rest: {},
  })
}

const numberOf = ({ path }: PlanFile) => Number(/(\d+)\.json$/.exec(path)?.[1] ?? 0)

function readTask(file: PlanFile, remarks: Remark[]): readonly ForeignTask[] {
  const { path } = file
  const value = parseOrRemark(file, remarks)
  const members = membersOf(value)
  if (members === undefined) {
    const message = 'The file does not hold a JSON object.'
    if (value !== undefined) remarks.push({ path, message, action: 'Left out.' })
    return []
  }
  const word = textOf(members.status) ?? 'pending'
  const foreignId = textOf(members.id) ?? String(numberOf(file))
  if (word === 'deleted') {
    remarks.push({ path, message: `Task "${foreignId}" was deleted.`, action: 'Left out.' })
    return []
  }
  const state = stateOfWord(word)
  if (state === undefined) {
    const message = `Task "${foreignId}" has the status "${word}", which is not known.`
    remarks.push({ path, message, action: 'It is pending.' })
  }
  const description = textOf(members.description)
  const rest = restOf(members, taken)
  const task = toForeignTask({
    foreignId,
    title: textOf(members.subject) ?? textOf(members.content) ?? '',
    description,
    state: state ?? 'pending',
    dependencies: textsOf(members.blockedBy),
    files: pathsIn(description ?? ''),
    path,
    rest: { ...rest, blocks: textsOf(members.blocks) },
  })
  return [task]
}

/** One broken file does not keep the others from being read. */
function parseOrRemark(file: PlanFile, remarks: Remark[]): unknown {
  try {
    return parseJsonFile(file)
  } catch (error) {
    const message = error instanceof Error ? error.message : 'The file cannot be read.'
    remarks.push({ path: file.path, message, action: 'The task is left out.' })
    return undefined
  }
}
