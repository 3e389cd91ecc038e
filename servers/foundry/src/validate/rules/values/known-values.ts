import type { NodeStatus, NodeType } from '../../../spec/spec.ts'

/** The values that the format has where it leaves no choice. */
interface KnownValues {
  /** What a node may be; `spec` is for the root. */
  readonly types: readonly NodeType[]
  readonly statuses: readonly NodeStatus[]
  /** What a task is about. */
  readonly categories: readonly string[]
  /** How a check is made. */
  readonly verifications: readonly string[]
  /** How hard a task is, and how likely or bad a risk. */
  readonly levels: readonly string[]
}

/** The values that the format has where it leaves no choice. */
export const knownValues: KnownValues = {
  types: ['spec', 'phase', 'group', 'task', 'subtask', 'verify', 'research'],
  statuses: ['pending', 'in_progress', 'completed', 'blocked'],
  categories: ['investigation', 'implementation', 'refactoring', 'decision', 'research'],
  verifications: ['run-tests', 'fidelity', 'manual'],
  levels: ['low', 'medium', 'high'],
}
