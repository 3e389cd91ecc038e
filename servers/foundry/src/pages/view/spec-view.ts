import type { JournalEntry, NodeType } from '../../spec/spec.ts'
import type { TaskState } from '../../state/task-state.ts'

/** What is known of a task beside its file: who works on it, and until when it is theirs. */
export interface RunningTask {
  readonly state: TaskState
  readonly holder?: string | undefined
  readonly lease_expires?: string | undefined
  readonly started_at?: string | undefined
}

/** The tasks that somebody works on, by id. */
export type RunningView = Readonly<Record<string, RunningTask>>

/**
 * How far a check can be trusted: `passed` was seen by the server or a person, `claimed` is the
 * word of who did the work, `stale` was passed before files changed.
 */
export type ProofState = 'passed' | 'claimed' | 'stale' | 'failed' | 'unproved'

/** The last result of a check. */
export interface ProofView {
  readonly state: ProofState
  readonly at?: string | undefined
  /** Who ran or judged it. */
  readonly by?: string | undefined
  readonly exit_code?: number | undefined
  readonly duration_ms?: number | undefined
  /** What happened, in a sentence, or why the proof is not good any more. */
  readonly note?: string | undefined
}

/** The last results of checks, by the ids of the checks. */
export type ProofViews = Readonly<Record<string, ProofView>>

/** What a reader may do on a page. */
export type PageAction = 'approve' | 'comment' | 'answer' | 'cancel'

/** The forms that a reader gets. */
export interface May {
  readonly actions: readonly PageAction[]
}

/** How many parts there are, and how far they are. */
export interface Progress {
  readonly total: number
  readonly completed: number
  readonly cancelled: number
  /** In progress or in review. */
  readonly running: number
  readonly blocked: number
  readonly failed: number
}

/** A part of a spec that is named somewhere else. */
export interface PartLink {
  readonly id: string
  readonly title: string
  /** Undefined if the spec has no such part. */
  readonly state?: TaskState | undefined
}

/** A check of a task or a phase. */
export interface CheckView {
  readonly id: string
  readonly title: string
  readonly kind: string
  readonly command?: string | undefined
  readonly expected?: string | undefined
  readonly proof: ProofView
}

/** What somebody said about a part. */
export interface CommentView {
  readonly id: string
  readonly author: string
  readonly at?: string | undefined
  readonly text: string
  readonly isQuestion: boolean
  readonly answer?: { readonly text: string; readonly author?: string | undefined } | undefined
}

/** A question that waits for an answer, and the part that it is about. */
export interface QuestionView {
  readonly id: string
  readonly text: string
  readonly author?: string | undefined
  readonly about?: PartLink | undefined
  /** True if it is a comment, which can be answered. */
  readonly isComment: boolean
}

/** A task, a subtask, or a question to look into. */
export interface TaskView {
  readonly id: string
  readonly type: NodeType
  readonly title: string
  readonly state: TaskState
  readonly isFound: boolean
  readonly description?: string | undefined
  readonly category?: string | undefined
  readonly criteria: readonly string[]
  readonly files: readonly string[]
  /** Must be done first. */
  readonly waitsFor: readonly PartLink[]
  /** Should be done first. */
  readonly follows: readonly PartLink[]
  readonly holdsUp: readonly PartLink[]
  readonly foundIn?: PartLink | undefined
  readonly holder?: string | undefined
  readonly leaseExpires?: string | undefined
  readonly startedAt?: string | undefined
  /** Why it is blocked, failed or cancelled, or what was noted at the end. */
  readonly note?: string | undefined
  readonly checks: readonly CheckView[]
  readonly comments: readonly CommentView[]
  readonly canCancel: boolean
  readonly subtasks: readonly TaskView[]
}

/** A phase, or the parts that are in none. */
export interface PhaseView {
  readonly id: string
  readonly title: string
  readonly state: TaskState
  readonly isCurrent: boolean
  readonly description?: string | undefined
  readonly progress: Progress
  readonly waitsFor: readonly PartLink[]
  readonly tasks: readonly TaskView[]
  readonly checks: readonly CheckView[]
}

/** Which part waits for which. */
export interface GraphView {
  readonly level: 'tasks' | 'phases'
  readonly nodes: readonly PartLink[]
  readonly edges: readonly GraphEdge[]
  /** Those that are drawn; undefined if there are too many for a picture. */
  readonly drawn?: readonly GraphEdge[] | undefined
  /** How many parts are not drawn, because nothing waits for them and they wait for nothing. */
  readonly alone: number
}

/** One part waits for another. */
export interface GraphEdge {
  /** Comes first. */
  readonly from: string
  readonly to: string
  /** True if it only should come first. */
  readonly isSoft: boolean
}

/** A line of the journal, and the part that it is about. */
export interface JournalView extends Pick<
  JournalEntry,
  'timestamp' | 'entry_type' | 'title' | 'content' | 'author'
> {
  readonly key: string
  readonly about?: PartLink | undefined
}

/** Everything that the page of a spec shows, as plain data. */
export interface SpecView {
  readonly id: string
  readonly title: string
  readonly folder?: string | undefined
  readonly state: TaskState
  readonly mission?: string | undefined
  readonly description?: string | undefined
  readonly updated: string
  readonly currentPhase?: PartLink | undefined
  /** What was in the plan. */
  readonly planned: Progress
  /** What was found on the way. */
  readonly found: Progress
  readonly phases: readonly PhaseView[]
  readonly graph: GraphView
  /** The newest lines first. */
  readonly journal: readonly JournalView[]
  /** How many older lines are not shown. */
  readonly olderLines: number
  readonly questions: readonly QuestionView[]
  readonly comments: readonly CommentView[]
  /** How many parts the root does not lead to. */
  readonly unreached: number
  readonly may?: May | undefined
  /** The path that the server is mounted at; links begin with it. */
  readonly base: string
  /** False for a page in a file, which nobody updates. */
  readonly isLive: boolean
  /** How often the page asks if it changed; without it the page listens for events. */
  readonly pollMs?: number | undefined
}

/** A spec in the list of all. */
export interface SpecLine {
  readonly id: string
  readonly title: string
  readonly state: TaskState
  readonly currentPhase?: string | undefined
  readonly planned: Progress
  readonly found: Progress
  /** How many tasks are blocked. */
  readonly blocked: number
  readonly held: readonly HeldTask[]
  readonly updated: string
}

/** A task that somebody works on. */
export interface HeldTask {
  readonly id: string
  readonly title: string
  readonly holder: string
}

/** The specs of one folder. */
export interface FolderView {
  readonly folder: string
  readonly specs: readonly SpecLine[]
}

/** Everything that the page of all specs shows, as plain data. */
export interface SpecsView {
  readonly folders: readonly FolderView[]
  /** Files that could not be read, and why. */
  readonly faults: readonly { readonly file: string; readonly message: string }[]
  readonly base: string
  readonly isLive: boolean
  readonly pollMs?: number | undefined
}
