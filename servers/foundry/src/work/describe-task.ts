import { nodeOf } from '../spec/node-of.ts'
import type { Spec } from '../spec/spec.ts'
import { ancestorsOf } from '../spec/subtree-of.ts'
import { stateOf } from '../state/state-of.ts'
import type { TaskState } from '../state/task-state.ts'

/** A task in one line. */
export interface TaskLine {
  readonly task_id: string
  readonly title: string
  readonly state: TaskState
}

/** Returns a task in one line, as the file has it. */
export function toTaskLine(spec: Spec, id: string): TaskLine {
  const node = nodeOf(spec, id)
  return { task_id: id, title: node.title, state: stateOf(node) }
}

/** The phase that a node is in; undefined if it is in none. */
export const phaseOf = (spec: Spec, id: string): string | undefined =>
  [id, ...ancestorsOf(spec, id)].find((one) => spec.hierarchy[one]?.type === 'phase')

/** How much of a spec is done, such as `3/12`. */
export function toProgress({ hierarchy }: Spec): string {
  const root = hierarchy['spec-root']
  return `${root?.completed_tasks ?? 0}/${root?.total_tasks ?? 0}`
}
