import { FoundryError } from '../../../errors/foundry-error.ts'
import type { ForeignPlan, ForeignTask, PlanFile, Remark } from '../../foreign-plan.ts'
import { settlePlan } from '../../settle/settle-plan.ts'
import { mapTasks, tasksOf } from '../../settle/tasks-of.ts'
import { leftOver } from './left-over.ts'
import { toSections } from './list/to-sections.ts'
import { readMarkdown } from './read-markdown.ts'
import { type Requirement, requirementsOf } from './requirements-of.ts'
import { missionOfDocument, titleOfDocument } from './title-of-document.ts'
import { toPhases } from './to-phases.ts'
import { withoutCriteria } from './without-criteria.ts'

/** Reads `tasks.md` of Kiro and of spec-workflow, with the requirements beside it. */
export function readKiro(files: readonly PlanFile[]): ForeignPlan {
  const named = (name: string) => files.find(({ path }) => path.endsWith(name))
  const tasks = named('tasks.md') ?? files[0]
  if (tasks === undefined) throw new FoundryError('INVALID_PLAN', 'No tasks.md was given.')
  const remarks: Remark[] = []
  const rule = {
    isTask: ({ mark }: { readonly mark?: string | undefined }) => mark !== undefined,
    isHeading: () => false,
  }
  const { document, criteria } = withoutCriteria(toSections(tasks), rule)
  const options = { ...rule, remarks, hasOrdinalIds: true, fallback: 'Tasks' }
  const found = toPhases(document, options)
  // A file of the same name that is written freely is still a plan.
  if (tasksOf({ phases: found }).length === 0) return { ...readMarkdown([tasks]), kind: 'kiro' }
  const source = named('requirements.md')
  const requirements = source ? requirementsOf(toSections(source)) : new Map()
  const phases = mapTasks(found, (task) => withRequirements(task, requirements))
  const used = new Set(tasksOf({ phases }).flatMap((task) => task.requirements.map(({ id }) => id)))
  const unused = [...requirements.keys()].filter((id) => !isUsed(id, used))
  if (source && unused.length > 0) {
    const message = `No task names these requirements: ${unused.join(', ')}.`
    remarks.push({ path: source.path, message, action: 'They are in metadata.external.' })
  }
  return settlePlan({
    kind: 'kiro',
    path: tasks.path,
    title: titleOfDocument(document) ?? folderOf(tasks.path) ?? 'Implementation plan',
    mission: (source && missionOfDocument(toSections(source))) ?? missionOfDocument(document),
    phases,
    criteria,
    notes: [],
    remarks: [...remarks, ...leftOver(document, phases), ...notRead(files, [tasks, source])],
    rest: unused.length === 0 ? {} : { requirements_without_tasks: unused },
  })
}

const folderOf = (path: string) => path.split('/').at(-2)

/** `1.2` is used if a task names it, or names all of `1`. */
const isUsed = (id: string, used: ReadonlySet<string>) =>
  used.has(id) ||
  used.has(id.split('.')[0] ?? id) ||
  [...used].some((one) => one.startsWith(`${id}.`))

/** Names files beside the plan that have no place in it. */
export function notRead(
  files: readonly PlanFile[],
  read: readonly (PlanFile | undefined)[],
): readonly Remark[] {
  return files
    .filter((file) => !read.includes(file))
    .map(({ path }) => ({
      path,
      message: 'The file belongs to the plan and does not have tasks.',
      action: 'It was not taken; its path is enough to read it.',
    }))
}

/** The criteria of the requirements that a task names are its criteria. */
function withRequirements(
  task: ForeignTask,
  requirements: ReadonlyMap<string, Requirement>,
): ForeignTask {
  const named = task.requirements.map(({ id }) => ({ id, text: requirements.get(id)?.text }))
  const criteria = named.flatMap(({ id }) => requirements.get(id)?.criteria ?? [])
  const all = [...new Set([...task.criteria, ...criteria])]
  return { ...task, requirements: named, criteria: all }
}
