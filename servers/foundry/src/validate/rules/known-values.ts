import type { NodeStatus, NodeType } from '../../spec/spec.ts'

/** The types that a node may have; `spec` is for the root. */
export const nodeTypes: readonly NodeType[] = [
  'spec',
  'phase',
  'group',
  'task',
  'subtask',
  'verify',
  'research',
]

/** The statuses that a file may have. */
export const nodeStatuses: readonly NodeStatus[] = [
  'pending',
  'in_progress',
  'completed',
  'blocked',
]

/** What a task is about. */
export const taskCategories: readonly string[] = [
  'investigation',
  'implementation',
  'refactoring',
  'decision',
  'research',
]

/** How a check is made. */
export const verificationTypes: readonly string[] = ['run-tests', 'fidelity', 'manual']

/** How hard a task is, and how likely or bad a risk. */
export const levels: readonly string[] = ['low', 'medium', 'high']
