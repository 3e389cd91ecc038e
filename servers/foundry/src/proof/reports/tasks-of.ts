import type { Spec, SpecNode } from '../../spec/spec.ts'
import { stateOf } from '../../state/state-of.ts'
import { promisedPatterns } from '../checks/promised-files.ts'
import { type PathIndex, createPathIndex } from './create-path-index.ts'

/** A task of a spec that was not dropped. */
export interface PlannedTask {
  readonly id: string
  readonly node: SpecNode
}

/** Returns the tasks and subtasks of a spec, without those that were cancelled. */
export function tasksOf({ hierarchy }: Spec): readonly PlannedTask[] {
  return Object.entries(hierarchy)
    .map(([id, node]) => ({ id, node }))
    .filter(({ node }) => node.type === 'task' || node.type === 'subtask')
    .filter(({ node }) => stateOf(node) !== 'cancelled')
}

/** Returns which tasks name which files. */
export function pathsOfTasks(tasks: readonly PlannedTask[]): PathIndex {
  return createPathIndex(
    tasks.flatMap(({ id, node }) =>
      promisedPatterns(node).map((pattern) => ({ owner: id, pattern })),
    ),
  )
}
