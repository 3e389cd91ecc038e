import { FoundryError } from '../../errors/foundry-error.ts'
import { addDependency } from '../../spec/add-dependency.ts'
import { addNode } from '../../spec/add-node.ts'
import type { Ids } from '../../spec/create-ids.ts'
import { rootId } from '../../spec/root-id.ts'
import type { Spec } from '../../spec/spec.ts'
import type { PhaseInit, TaskInit } from './task-init.ts'

/** A spec with parts added, and their ids in the order in which they were given. */
export interface Added {
  readonly spec: Spec
  readonly ids: readonly string[]
}

/** Where tasks are added, and what they all have in common. */
export interface TasksPlace {
  readonly parent: string
  readonly position?: number | undefined
  readonly metadata?: Readonly<Record<string, unknown>> | undefined
}

/** Adds phases with their tasks. */
export function addPhaseParts(spec: Spec, phases: readonly PhaseInit[], ids: Ids): Added {
  let grown = spec
  const added: string[] = []
  for (const { id, title, description, tasks } of phases) {
    const phaseId = id ?? ids.nodeId(grown, 'phase', rootId)
    const metadata = { description }
    grown = addNode(grown, { id: phaseId, type: 'phase', title, parent: rootId, metadata })
    const within = addTaskParts(grown, tasks, { parent: phaseId }, ids)
    grown = within.spec
    added.push(phaseId, ...within.ids)
  }
  return { spec: grown, ids: added }
}

/** Adds tasks with their checks, and then what they wait for, which may be each other. */
export function addTaskParts(
  spec: Spec,
  tasks: readonly TaskInit[],
  place: TasksPlace,
  ids: Ids,
): Added {
  let grown = spec
  const added: string[] = []
  for (const [at, task] of tasks.entries()) {
    const id = task.id ?? ids.nodeId(grown, taskType(grown, place.parent), place.parent)
    const position = place.position === undefined ? undefined : place.position + at
    grown = addTask(grown, id, task, { ...place, position })
    grown = addChecks(grown, id, task, ids)
    added.push(id)
  }
  const byTitle = new Map(tasks.map(({ title }, at) => [title, added[at] ?? '']))
  for (const [at, { blocked_by }] of tasks.entries()) {
    for (const first of blocked_by) {
      grown = addDependency(grown, added[at] ?? '', findFirst(grown, byTitle, first))
    }
  }
  return { spec: grown, ids: added }
}

const taskType = ({ hierarchy }: Spec, parent: string): 'task' | 'subtask' =>
  ['task', 'subtask'].includes(hierarchy[parent]?.type ?? '') ? 'subtask' : 'task'

function addTask(spec: Spec, id: string, task: TaskInit, place: TasksPlace): Spec {
  const [file_path, ...files] = task.files
  const metadata = {
    task_category: task.category,
    description: task.description ?? task.title,
    acceptance_criteria: task.criteria.length > 0 ? task.criteria : [`${task.title} is done.`],
    file_path,
    files: files.length > 0 ? files : undefined,
    complexity: task.complexity,
    estimated_hours: task.estimated_hours,
    needs_review: task.needs_review,
    ...place.metadata,
  }
  const type = taskType(spec, place.parent)
  const { parent, position } = place
  return addNode(spec, { id, type, title: task.title, parent, position, metadata: known(metadata) })
}

function addChecks(spec: Spec, taskId: string, { checks }: TaskInit, ids: Ids): Spec {
  let grown = spec
  for (const { id, title, type, command, expected } of checks) {
    const checkId = id ?? ids.nodeId(grown, 'verify', taskId)
    const metadata = known({ verification_type: type, command, expected })
    grown = addNode(grown, { id: checkId, type: 'verify', title, parent: taskId, metadata })
  }
  return grown
}

/** Without members that nobody gave. */
const known = (metadata: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(metadata).filter(([, value]) => value !== undefined))

function findFirst(spec: Spec, byTitle: ReadonlyMap<string, string>, first: string): string {
  const id = Object.hasOwn(spec.hierarchy, first) ? first : byTitle.get(first)
  if (id !== undefined) return id
  throw new FoundryError('DEPENDENCY_NOT_FOUND', `There is no task '${first}' to wait for.`, {
    path: 'blocked_by',
    hint: 'Give the id of a task of the spec, or the title of one that is added in this call.',
    details: { dependency_id: first },
  })
}
