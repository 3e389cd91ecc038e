import type { ForeignTask, TaskCategory } from '../foreign-plan.ts'
import { categoryOf } from '../in/text/category-of.ts'
import { planLimits } from '../plan-limits.ts'

/** Ids of tasks for which something was filled in that the source does not say. */
export interface Fills {
  readonly descriptions: string[]
  readonly criteria: string[]
  readonly categories: string[]
  readonly requirements: string[]
  /** Done, although some of their parts are not. */
  readonly openParts: string[]
}

/** Returns fills with nothing in them. */
export const createFills = (): Fills => ({
  descriptions: [],
  criteria: [],
  categories: [],
  requirements: [],
  openParts: [],
})

/** Returns metadata that a validator of specs accepts; what had to be filled in is noted. */
export function toTaskMetadata(task: ForeignTask, fills: Fills): Readonly<Record<string, unknown>> {
  const { foreignId, title, details, files, labels, criteria } = task
  const description = task.description ?? details ?? title
  if (task.description === undefined && details === undefined) fills.descriptions.push(foreignId)
  if (criteria.length === 0) fills.criteria.push(foreignId)
  const [file] = files
  return {
    task_category: toCategory(task, fills),
    description,
    details: task.description === undefined ? undefined : details,
    acceptance_criteria: criteria.length > 0 ? criteria : [`"${title}" is done as described.`],
    file_path: file,
    files: files.length > 1 ? files : undefined,
    complexity: task.complexity,
    estimated_hours: task.estimate,
    priority: task.priority,
    labels: labels.length > 0 ? labels : undefined,
    requirements: toRequirements(task, fills),
  }
}

/** Work on files names its files; without them it is called an investigation. */
function toCategory(task: ForeignTask, fills: Fills): TaskCategory {
  const guess = task.category ?? categoryOf(task.title)
  const needsFile = guess === 'implementation' || guess === 'refactoring'
  if (!needsFile || task.files.length > 0) return guess
  fills.categories.push(task.foreignId)
  return 'investigation'
}

function toRequirements({ foreignId, requirements }: ForeignTask, fills: Fills) {
  if (requirements.length > planLimits.requirements) fills.requirements.push(foreignId)
  const taken = requirements.slice(0, planLimits.requirements)
  const all = taken.map(({ id, text }) => ({ id, type: 'acceptance', text: text ?? id }))
  return all.length > 0 ? all : undefined
}
