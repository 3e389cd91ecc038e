import type { NodeType } from '../../spec/spec.ts'
import type { TaskState } from '../../state/task-state.ts'

/** What the source says a node should be. Ids are those of the source. */
export interface WantedNode {
  readonly id: string
  readonly type: NodeType
  readonly title: string
  /** Undefined if it follows from what is under the node. */
  readonly state?: TaskState | undefined
  /** Undefined for what is right under the root. */
  readonly parent?: string | undefined
  readonly children: readonly string[]
  readonly dependencies: readonly string[]
  readonly discoveredFrom?: string | undefined
  /** Members of the metadata that the source owns until somebody changes them here. */
  readonly metadata: Readonly<Record<string, unknown>>
  /** What the source says beyond that. */
  readonly rest: Readonly<Record<string, unknown>>
}
