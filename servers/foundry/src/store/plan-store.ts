import type { Spec } from '../spec/spec.ts'
import type { PastVersion } from './create-history.ts'
import type { LocatedSpec } from './create-spec-folder.ts'
import type { Folders } from './find-folders.ts'
import type { Running } from './running.ts'
import type { Stage } from './stage.ts'

/** A spec, where it is, and what is going on in it. */
export interface Plan {
  /** The name of its file. */
  readonly spec_id: string
  readonly stage: Stage
  readonly version: string
  readonly spec: Spec
  readonly running: Running
}

/** What an edit makes of a plan, and what it has to say. Absent parts stay as they are. */
export interface Edit<Answer> {
  readonly spec?: Spec | undefined
  readonly running?: Running | undefined
  readonly answer: Answer
}

/** A plan after an edit. */
export interface Edited<Answer> extends Plan {
  readonly answer: Answer
}

/** What a caller of an edit knows. */
export interface EditOptions {
  /** The version that the caller has read; if the file has another by now, nothing is changed. */
  readonly version?: string | undefined
}

/** A file that cannot be read as a spec. */
export interface UnreadableSpec {
  readonly spec_id: string
  readonly stage: Stage
  readonly message: string
}

/** Every spec of a folder. */
export interface PlanList {
  readonly plans: readonly Plan[]
  readonly unreadable: readonly UnreadableSpec[]
}

/** The current version of a spec, and those that were replaced, the newest first. */
export interface SpecVersions {
  readonly version: string
  readonly past: readonly PastVersion[]
}

/** A text of a spec, what it says, and what it is to say; absent if it stays as it is. */
export interface Mending<Answer> {
  readonly repair?: { readonly before: unknown; readonly after: Spec } | undefined
  readonly answer: Answer
}

/**
 * The plans of a repository. Every process works on the same files; a change is made by one of them
 * at a time, whole or not at all.
 */
export interface PlanStore {
  readonly folders: Folders
  /** Throws SPEC_NOT_FOUND if there is none. */
  read(specId: string): Promise<Plan>
  list(...stages: readonly Stage[]): Promise<PlanList>
  /** Changes a plan while nobody else does. */
  edit<Answer>(
    specId: string,
    edit: (plan: Plan) => Edit<Answer> | Promise<Edit<Answer>>,
    options?: EditOptions,
  ): Promise<Edited<Answer>>
  /** Adds a spec; throws DUPLICATE_ENTRY if there is one with its id in any stage. */
  create(spec: Spec, stage: Stage): Promise<Plan>
  move(specId: string, to: Stage, options?: EditOptions): Promise<Plan>
  /** The versions of a spec, whose file need not be readable. */
  history(specId: string): Promise<SpecVersions>
  /** Reads a version, the current one or one of the history. */
  readVersion(specId: string, version: string): Promise<Spec>
  /** Reads the text of a spec, whatever is in it. */
  readText(specId: string): Promise<LocatedSpec>
  /** Mends a file, which need not be readable; its text goes to the history as always. */
  mend<Answer>(
    specId: string,
    mend: (file: LocatedSpec) => Mending<Answer>,
    options?: EditOptions,
  ): Promise<{ readonly version: string; readonly answer: Answer }>
  /**
   * Makes an earlier version current. The file need not be readable, and its text goes to the
   * history as always.
   *
   * @param change Makes the new text of the earlier one, and of the current one if it is readable.
   */
  rollBack(
    specId: string,
    to: string,
    change: (past: Spec, current: Spec | undefined) => Spec,
    options?: EditOptions,
  ): Promise<Plan>
}
