import type { TaskState } from '../state/task-state.ts'

/** Where a plan comes from. */
export type PlanKind =
  | 'task-master'
  | 'beads'
  | 'backlog'
  | 'spec-kit'
  | 'openspec'
  | 'kiro'
  | 'markdown'
  | 'github'
  | 'claude-code'

/** A file of a foreign plan. Paths are relative to what was asked for, with slashes. */
export interface PlanFile {
  readonly path: string
  readonly text: string
}

/** Something that could not be taken as it is in the source. */
export interface Remark {
  /** The file. */
  readonly path: string
  /** From 1; left out if it is about the whole file. */
  readonly line?: number | undefined
  readonly message: string
  /** What was done with it. */
  readonly action: string
}

/** How a task is shown to be done: a command, or what a person looks at. */
export interface ForeignCheck {
  readonly text: string
  readonly command?: string | undefined
  /** True if the source says so. */
  readonly isPassed?: boolean | undefined
}

/** A line for the journal. */
export interface ForeignNote {
  readonly text: string
  readonly title?: string | undefined
  readonly author?: string | undefined
  /** ISO 8601. */
  readonly at?: string | undefined
}

/** What a task is for. */
export interface ForeignRequirement {
  readonly id: string
  readonly text?: string | undefined
}

/** What kind of work a task is. */
export type TaskCategory =
  | 'investigation'
  | 'implementation'
  | 'refactoring'
  | 'decision'
  | 'research'

/** A task of a foreign plan. */
export interface ForeignTask {
  /** Unique in the plan, and the same at the next import. */
  readonly foreignId: string
  /** Other names that dependencies may use. */
  readonly aliases: readonly string[]
  readonly title: string
  readonly description?: string | undefined
  readonly details?: string | undefined
  readonly state: TaskState
  readonly cancelReason?: string | undefined
  /** Foreign ids of what comes first. */
  readonly dependencies: readonly string[]
  readonly discoveredFrom?: string | undefined
  readonly criteria: readonly string[]
  readonly files: readonly string[]
  readonly priority?: string | undefined
  readonly labels: readonly string[]
  readonly category?: TaskCategory | undefined
  /** In hours. */
  readonly estimate?: number | undefined
  readonly complexity?: 'low' | 'medium' | 'high' | undefined
  readonly checks: readonly ForeignCheck[]
  readonly children: readonly ForeignTask[]
  readonly notes: readonly ForeignNote[]
  readonly requirements: readonly ForeignRequirement[]
  /** True if the task itself is a check. */
  readonly isCheck?: boolean | undefined
  /** Where it is, for remarks. */
  readonly path?: string | undefined
  readonly line?: number | undefined
  /** What the source says and nothing here has a place for. */
  readonly rest: Readonly<Record<string, unknown>>
}

/** A part of a foreign plan. */
export interface ForeignPhase {
  readonly foreignId: string
  readonly title: string
  readonly description?: string | undefined
  /** Foreign ids of tasks or phases that come first. */
  readonly dependencies: readonly string[]
  readonly tasks: readonly ForeignTask[]
  readonly checks: readonly ForeignCheck[]
  readonly path?: string | undefined
  readonly line?: number | undefined
  readonly rest: Readonly<Record<string, unknown>>
}

/** What was read, whatever wrote it. */
export interface ForeignPlan {
  readonly kind: PlanKind
  /** The file or folder. */
  readonly path: string
  readonly title: string
  readonly mission?: string | undefined
  readonly phases: readonly ForeignPhase[]
  /** What must be true at the end. */
  readonly criteria: readonly string[]
  readonly notes: readonly ForeignNote[]
  readonly remarks: readonly Remark[]
  readonly rest: Readonly<Record<string, unknown>>
}
