import { nodeOf } from '../spec/node-of.ts'
import type { Spec } from '../spec/spec.ts'
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
