import { FoundryError } from '../../errors/foundry-error.ts'
import { addDependencies } from '../../spec/add-dependency.ts'
import type { Ids } from '../../spec/create-ids.ts'
import { type SpecDraft, createSpecDraft } from '../../spec/create-spec-draft.ts'
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

/** Adds phases with their tasks, which may wait for tasks of other phases. */
export function addPhaseParts(
  spec: Spec,
  phases: readonly PhaseInit[],
  ids: Ids,
  position?: number,
): Added {
  const draft = createSpecDraft(spec)
  const added: string[] = []
  const groups: (readonly Placed[])[] = []
  for (const [at, { id, title, description, tasks }] of phases.entries()) {
    const phaseId = id ?? ids.nodeId(draft.spec, 'phase', rootId)
    const place = position === undefined ? undefined : position + at
    const phase = { id: phaseId, type: 'phase', title, parent: rootId, position: place } as const
    draft.add({ ...phase, metadata: known({ description }) })
    const placed = placeTasks(draft, tasks, { parent: phaseId }, ids)
    groups.push(placed)
    added.push(phaseId)
    for (const one of placed) added.push(one.id)
  }
  return { spec: linkTasks(draft.finish(), groups), ids: added }
}

/** Adds tasks with their checks, and then what they wait for, which may be each other. */
export function addTaskParts(
  spec: Spec,
  tasks: readonly TaskInit[],
  place: TasksPlace,
  ids: Ids,
): Added {
  const draft = createSpecDraft(spec)
  const placed = placeTasks(draft, tasks, place, ids)
  return { spec: linkTasks(draft.finish(), [placed]), ids: placed.map(({ id }) => id) }
}

/** A task that was added, and what the caller said of it. */
interface Placed {
  readonly id: string
  readonly task: TaskInit
}

function placeTasks(
  draft: SpecDraft,
  tasks: readonly TaskInit[],
  place: TasksPlace,
  ids: Ids,
): readonly Placed[] {
  const { parent } = place
  return tasks.map((task, at) => {
    const id = task.id ?? ids.nodeId(draft.spec, taskType(draft.spec, parent), parent)
    const position = place.position === undefined ? undefined : place.position + at
    addTask(draft, id, task, { ...place, position })
    addChecks(draft, id, task, ids)
    return { id, task }
  })
}

/** Links tasks that were added together; a title means a task of the same phase first. */
function linkTasks(spec: Spec, groups: readonly (readonly Placed[])[]): Spec {
  const all = idsByTitle(groups.flat())
  const links = groups.flatMap((group) => {
    const own = idsByTitle(group)
    return group.flatMap(({ id, task }) =>
      task.blocked_by.map((name) => {
        const first = Object.hasOwn(spec.hierarchy, name) ? name : (own.get(name) ?? all.get(name))
        if (first === undefined) throw unknownFirst(name)
        return { id, first }
      }),
    )
  })
  return addDependencies(spec, links)
}

const idsByTitle = (placed: readonly Placed[]): ReadonlyMap<string, string> =>
  new Map(placed.map(({ id, task }) => [task.title, id]))

const taskType = ({ hierarchy }: Spec, parent: string): 'task' | 'subtask' =>
  ['task', 'subtask'].includes(hierarchy[parent]?.type ?? '') ? 'subtask' : 'task'

function addTask(draft: SpecDraft, id: string, task: TaskInit, place: TasksPlace): void {
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
  const type = taskType(draft.spec, place.parent)
  const { parent, position } = place
  draft.add({ id, type, title: task.title, parent, position, metadata: known(metadata) })
}

function addChecks(draft: SpecDraft, taskId: string, { checks }: TaskInit, ids: Ids): void {
  for (const { id, title, type, command, expected } of checks) {
    const checkId = id ?? ids.nodeId(draft.spec, 'verify', taskId)
    const metadata = known({ verification_type: type, command, expected })
    draft.add({ id: checkId, type: 'verify', title, parent: taskId, metadata })
  }
}

/** Without members that nobody gave. */
const known = (metadata: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(metadata).filter(([, value]) => value !== undefined))

const unknownFirst = (name: string) =>
  new FoundryError('DEPENDENCY_NOT_FOUND', `There is no task '${name}' to wait for.`, {
    path: 'blocked_by',
    hint: 'Give the id of a task of the spec, or the title of one that is added in this call.',
    details: { dependency_id: name },
  })
