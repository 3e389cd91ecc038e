import type { Spec } from '../../spec/spec.ts'
import { stateOf } from '../../state/state-of.ts'
import type { TaskState } from '../../state/task-state.ts'
import type { CheckRun } from '../checks/check-run.ts'
import { type Check, checksByTask } from '../checks/checks-of.ts'
import { promisedFiles } from '../checks/promised-files.ts'
import { type ProofState, proofOf } from '../checks/proof-of.ts'
import type { Commit } from '../git/git.ts'
import { commitsByTask } from './commits-by-task.ts'
import { type Requirement, type Requirements, requirementsOf } from './requirements-of.ts'
import { type PlannedTask, tasksOf } from './tasks-of.ts'
import { type Bounded, toBounded } from './to-bounded.ts'

/** A task with what it is for, what checks it, and what was committed for it. */
export interface TracedTask {
  readonly id: string
  readonly title: string
  readonly state: TaskState
  readonly requirements: readonly string[]
  /** Its own checks, and those of the tasks and phases that it is in. */
  readonly checks: readonly { readonly id: string; readonly proof: ProofState }[]
  /** The newest first. */
  readonly commits: readonly string[]
}

/** What nothing stands behind. */
export interface Uncovered {
  /** Requirements that no task names. */
  readonly requirements: Bounded<string>
  /** Tasks that name a requirement that is not there. */
  readonly unknown_requirements: Bounded<Requirements['unknown'][number]>
  readonly tasks_without_check: Bounded<string>
  /** Completed tasks that name files and have no commit; none if there is no git. */
  readonly tasks_without_commit: Bounded<string>
}

/** From requirements to tasks, checks and commits. */
export interface Trace {
  /** True if nothing is uncovered. */
  readonly clean: boolean
  readonly requirements: Bounded<Requirement>
  readonly tasks: Bounded<TracedTask>
  readonly uncovered: Uncovered
}

const mostPerTask = 20

/** Follows every requirement to what was done for it. Without commits, these are not missed. */
export function trace(
  spec: Spec,
  records: readonly CheckRun[],
  commits: readonly Commit[] | undefined,
): Trace {
  const { list: requirements, unknown } = requirementsOf(spec)
  const tasks = tasksOf(spec)
  const traced = toTracedTasks(spec, tasks, {
    requirements,
    proofs: proofsOf(spec, records),
    commits: commitsByTask(tasks, commits ?? [], spec.generated),
  })
  const parents = new Set(tasks.map(({ node }) => node.parent))
  const leaves = traced.filter(({ id }) => !parents.has(id))
  const isCommitted = (task: TracedTask) => task.commits.length > 0 || commits === undefined
  const promising = leaves.filter(({ id, state }) => state === 'completed' && hasFiles(spec, id))
  const uncovered = {
    requirements: toBounded(requirements.filter(({ tasks }) => tasks.length === 0).map(toId)),
    unknown_requirements: toBounded(unknown),
    tasks_without_check: toBounded(leaves.filter(({ checks }) => checks.length === 0).map(toId)),
    tasks_without_commit: toBounded(promising.filter((task) => !isCommitted(task)).map(toId)),
  }
  return {
    clean: Object.values(uncovered).every(({ total }) => total === 0),
    requirements: toBounded(requirements),
    tasks: toBounded(traced),
    uncovered,
  }
}

const toId = ({ id }: { readonly id: string }) => id

const hasFiles = ({ hierarchy }: Spec, id: string) => {
  const node = hierarchy[id]
  return node !== undefined && promisedFiles(node).length > 0
}

type CheckProof = TracedTask['checks'][number]

/** What is known of every check, by the task or phase that it stands under. */
function proofsOf(
  spec: Spec,
  records: readonly CheckRun[],
): ReadonlyMap<string, readonly CheckProof[]> {
  const runs = groupBy(records, ({ verify_id: id }) => id)
  const checks = [...checksByTask(spec)].flatMap(([owner, list]) =>
    list.filter(({ id }) => id === owner),
  )
  const proofs = checks.map((check) => ({
    under: placeOf(check),
    id: check.id,
    proof: proofOf(check, runs.get(check.id) ?? [], undefined).state,
  }))
  return groupBy(proofs, ({ under }) => under)
}

/** A check that belongs to no task stands for the phase that it is in. */
const placeOf = ({ id, taskId, node }: Check) => (taskId === id ? (node.parent ?? id) : taskId)

interface TaskFacts {
  readonly requirements: readonly Requirement[]
  readonly proofs: ReadonlyMap<string, readonly CheckProof[]>
  readonly commits: ReadonlyMap<string, readonly string[]>
}

function toTracedTasks(
  spec: Spec,
  tasks: readonly PlannedTask[],
  { requirements, proofs, commits }: TaskFacts,
): readonly TracedTask[] {
  const named = groupBy(
    requirements.flatMap(({ id, tasks: naming }) => naming.map((task) => ({ id, task }))),
    ({ task }) => task,
  )
  return tasks.map(({ id, node }) => {
    const checks = withAncestors(spec, id).flatMap((place) => proofs.get(place) ?? [])
    return {
      id,
      title: node.title,
      state: stateOf(node),
      requirements: (named.get(id) ?? []).map(toId).slice(0, mostPerTask),
      checks: checks.slice(0, mostPerTask).map(({ id: check, proof }) => ({ id: check, proof })),
      commits: (commits.get(id) ?? []).slice(0, mostPerTask),
    }
  })
}

/** The task and what it is in, up to a phase; a circle of parents ends where it began. */
function withAncestors({ hierarchy }: Spec, id: string): readonly string[] {
  const places = new Set<string>()
  let place: string | null | undefined = id
  while (place !== null && place !== undefined && !places.has(place)) {
    places.add(place)
    place = Object.hasOwn(hierarchy, place) ? hierarchy[place]?.parent : undefined
  }
  return [...places]
}

function groupBy<T>(list: readonly T[], keyOf: (item: T) => string): ReadonlyMap<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const item of list) {
    const group = groups.get(keyOf(item))
    if (group === undefined) groups.set(keyOf(item), [item])
    else group.push(item)
  }
  return groups
}
