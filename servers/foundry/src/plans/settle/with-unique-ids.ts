import type { ForeignPhase, ForeignPlan, ForeignTask, Remark } from '../foreign-plan.ts'
import { planLimits } from '../plan-limits.ts'

interface Naming {
  readonly used: Set<string>
  readonly remarks: Remark[]
  readonly path: string
}

/** Returns a plan in which every id and title is there, ids once, and nothing is too deep. */
export function withUniqueIds(plan: ForeignPlan, remarks: Remark[]): ForeignPlan {
  const naming = { used: new Set<string>(), remarks, path: plan.path }
  const phases = plan.phases.map((phase) => namePhase(phase, naming))
  return { ...plan, phases }
}

function namePhase(phase: ForeignPhase, naming: Naming): ForeignPhase {
  const foreignId = freeId(phase, naming)
  const tasks = phase.tasks.flatMap((task) => nameTask(task, 1, naming))
  const title = titleOf(phase, naming)
  return { ...phase, foreignId, title, tasks }
}

/** The task, and those of its children that would be too deep under it. */
function nameTask(task: ForeignTask, depth: number, naming: Naming): readonly ForeignTask[] {
  const foreignId = freeId(task, naming)
  const title = titleOf(task, naming)
  const isDeepest = depth >= planLimits.depth
  const below = isDeepest ? depth : depth + 1
  const children = task.children.flatMap((child) => nameTask(child, below, naming))
  const named = { ...task, ...withWholeTitle(task, title), foreignId, children }
  if (!isDeepest || children.length === 0) return [named]
  naming.remarks.push({
    path: task.path ?? naming.path,
    line: task.line,
    message: `Tasks under "${foreignId}" are deeper than ${planLimits.depth} levels.`,
    action: 'They are beside it instead of under it.',
  })
  return [{ ...named, children: [] }, ...children]
}

/** A title that was cut is whole in the description. */
function withWholeTitle(
  task: ForeignTask,
  title: string,
): Pick<ForeignTask, 'title' | 'description'> {
  const whole = plainTitle(task.title)
  const isCut = whole.length > title.length
  const { description } = task
  if (!isCut) return { title, description }
  return { title, description: [whole, description].filter(Boolean).join('\n\n') }
}

const plainTitle = (title: string) => title.replaceAll(/\s+/g, ' ').trim()

type Named = Pick<ForeignTask, 'foreignId' | 'title' | 'path' | 'line'>

function freeId({ foreignId, title, path, line }: Named, naming: Naming): string {
  const wanted = foreignId.trim() || 'task'
  let id = wanted
  for (let n = 2; naming.used.has(id); n += 1) id = `${wanted}~${n}`
  naming.used.add(id)
  if (id !== wanted) {
    naming.remarks.push({
      path: path ?? naming.path,
      line,
      message: `The id "${wanted}" is used twice; here for "${title}".`,
      action: `Imported as "${id}". Dependencies on "${wanted}" mean the first.`,
    })
  }
  return id
}

function titleOf({ foreignId, title, path, line }: Named, naming: Naming): string {
  const plain = plainTitle(title)
  const where = { path: path ?? naming.path, line }
  if (plain === '') {
    const action = `Its title is now "${foreignId}".`
    naming.remarks.push({ ...where, message: `"${foreignId}" has no title.`, action })
    return foreignId
  }
  if (plain.length <= planLimits.title) return plain
  const message = `The title of "${foreignId}" has ${plain.length} characters.`
  const action = `The first ${planLimits.title} are the title.`
  naming.remarks.push({ ...where, message, action })
  return plain.slice(0, planLimits.title)
}
