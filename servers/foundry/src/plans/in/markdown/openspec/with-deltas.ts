import type { ForeignPhase, ForeignTask, Remark } from '../../../foreign-plan.ts'
import { mapTasks, tasksOf } from '../../../settle/tasks-of.ts'
import type { Delta } from './deltas-of.ts'

/** Words that say nothing about what a task is for. */
const common = new Set(
  'the and for with from that this when then into add adds added tests test support update'.split(
    ' ',
  ),
)

const wordsOf = (text: string): ReadonlySet<string> =>
  new Set(
    (text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? []).filter((word) => !common.has(word)),
  )

/** How much of a title a task must repeat before it counts as work on that requirement. */
const enough = 0.6

/** Tasks with the scenarios they have to make true, and the scenarios of no task. */
export interface Linked {
  readonly phases: readonly ForeignPhase[]
  readonly criteria: readonly string[]
}

/**
 * Gives requirements to the tasks that are about them: those that name the requirement, or else the
 * one that repeats most words of its title. The scenarios of the others are criteria of the plan.
 */
export function withDeltas(
  phases: readonly ForeignPhase[],
  deltas: readonly Delta[],
  { path, remarks }: { readonly path: string; readonly remarks: Remark[] },
): Linked {
  const tasks = tasksOf({ phases })
  const owners = new Map<string, Delta[]>()
  const criteria: string[] = []
  for (const delta of deltas) {
    const found = ownersOf(delta, tasks)
    for (const { foreignId } of found) {
      owners.set(foreignId, [...(owners.get(foreignId) ?? []), delta])
    }
    if (found.length === 0) {
      criteria.push(...criteriaOf(delta).map((text) => `${delta.title}: ${text}`))
      const message = `No task is about the requirement "${delta.title}" (${delta.operation}).`
      const action = 'Its scenarios are success criteria of the whole plan.'
      remarks.push({ path: delta.path ?? path, line: delta.line, message, action })
    }
  }
  const linked = mapTasks(phases, (task) => withOwn(task, owners.get(task.foreignId) ?? []))
  return { phases: linked, criteria }
}

const criteriaOf = ({ criteria, text, title }: Delta) =>
  criteria.length > 0 ? criteria : [text || title]

function ownersOf(delta: Delta, tasks: readonly ForeignTask[]): readonly ForeignTask[] {
  const names = [delta.title.toLowerCase(), delta.id]
  const textOf = (task: ForeignTask) => `${task.title}\n${task.description ?? ''}`
  const naming = tasks.filter((task) =>
    names.some((name) => textOf(task).toLowerCase().includes(name)),
  )
  if (naming.length > 0) return naming
  const wanted = [...wordsOf(delta.title)]
  const scores = tasks.map((task) => {
    const words = wordsOf(textOf(task))
    return wanted.filter((word) => words.has(word)).length / Math.max(wanted.length, 2)
  })
  const best = Math.max(0, ...scores.slice(0, 10_000))
  const owner = best >= enough ? tasks[scores.indexOf(best)] : undefined
  return owner ? [owner] : []
}

function withOwn(task: ForeignTask, deltas: readonly Delta[]): ForeignTask {
  if (deltas.length === 0) return task
  const requirements = deltas.map(({ id, text }) => ({ id, text }))
  return {
    ...task,
    criteria: [...task.criteria, ...deltas.flatMap(criteriaOf)],
    requirements: [...task.requirements, ...requirements],
  }
}
