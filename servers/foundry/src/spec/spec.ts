/** The states that the file has; `metadata.state` says more if there is more to say. */
export type NodeStatus = 'pending' | 'in_progress' | 'completed' | 'blocked'

/** What a node is. */
export type NodeType = 'spec' | 'phase' | 'group' | 'task' | 'subtask' | 'verify' | 'research'

/** Which nodes a node waits for, and which wait for it. */
export interface Dependencies {
  readonly blocks?: readonly string[]
  readonly blocked_by?: readonly string[]
  /** Should come first, and need not. */
  readonly depends?: readonly string[]
}

/** A part of a plan: the spec itself, a phase, a task, a check, a question. */
export interface SpecNode {
  readonly type: NodeType
  readonly title: string
  readonly status: NodeStatus
  /** Null for the root only. */
  readonly parent: string | null
  /** In the order in which they are to be done. */
  readonly children: readonly string[]
  readonly total_tasks: number
  readonly completed_tasks: number
  readonly dependencies?: Dependencies
  readonly metadata: Readonly<Record<string, unknown>>
}

/** One line of the journal of a spec. */
export interface JournalEntry {
  readonly timestamp: string
  readonly entry_type: 'status_change' | 'deviation' | 'blocker' | 'decision' | 'note'
  readonly title: string
  readonly content: string
  readonly author: string
  readonly task_id?: string | undefined
  readonly metadata?: Readonly<Record<string, unknown>>
}

/** The plan of one change, as it is in its file. Members that nobody here knows stay in it. */
export interface Spec {
  readonly spec_id: string
  readonly title?: string
  readonly generated: string
  readonly last_updated: string
  readonly status?: NodeStatus
  readonly progress_percentage?: number
  readonly current_phase?: string | null
  readonly metadata?: Readonly<Record<string, unknown>>
  readonly hierarchy: Readonly<Record<string, SpecNode>>
  readonly journal?: readonly JournalEntry[]
}
