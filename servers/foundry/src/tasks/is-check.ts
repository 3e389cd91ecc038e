import type { Spec, SpecNode } from '../spec/spec.ts'

/** The id of the task that a verification is a check of; undefined if it is work of its own. */
export function checkedTask({ hierarchy }: Spec, node: SpecNode): string | undefined {
  if (node.type !== 'verify') return undefined
  const { target } = node.metadata
  if (typeof target === 'string' && isTask(hierarchy[target])) return target
  return node.parent !== null && isTask(hierarchy[node.parent]) ? node.parent : undefined
}

/** True if a verification is a check of a task, and not work of its own. */
export const isCheck = (spec: Spec, node: SpecNode): boolean =>
  checkedTask(spec, node) !== undefined

/** True for what a worker does; questions are for research, and phases follow from their parts. */
export const isWork = (spec: Spec, node: SpecNode): boolean =>
  isTask(node) || (node.type === 'verify' && !isCheck(spec, node))

const isTask = (node: SpecNode | undefined): boolean =>
  node?.type === 'task' || node?.type === 'subtask'
