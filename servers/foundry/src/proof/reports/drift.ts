import type { Spec } from '../../spec/spec.ts'
import { stateOf } from '../../state/state-of.ts'
import type { CheckRun } from '../checks/check-run.ts'
import { promisedFiles, promisedPatterns } from '../checks/promised-files.ts'
import { type ChangedFiles, changedFiles, toChangedPaths } from '../files/changed-files.ts'
import type { FileTree, HashedFile } from '../files/file-tree.ts'
import { isLeftOut } from '../files/list-files.ts'
import { withFolders } from './create-path-index.ts'
import { type PlannedTask, pathsOfTasks, tasksOf } from './tasks-of.ts'
import { type Bounded, toBounded } from './to-bounded.ts'

/** The files of a repository. */
export interface RepositoryFiles {
  /** All that are there, those that git ignores included if tasks name such. */
  readonly files: readonly string[]
  /** Those that changed since the plan was begun. */
  readonly changed: readonly string[]
  readonly specsFolder?: string | undefined
}

/** A completed task whose files are not as they were when it was proved. */
export interface DriftedTask {
  readonly task: string
  /** The run that proved it last. */
  readonly run: string
  readonly changed: ChangedFiles
}

/** What went away from the plan. */
export interface Drift {
  /** True if nothing drifted. */
  readonly clean: boolean
  /** Changes that a later check of the plan has passed with are not drift. */
  readonly changed_after_completion: Bounded<DriftedTask>
  /** Files that completed tasks name and that are not there any more. */
  readonly gone: Bounded<{ readonly task: string; readonly path: string }>
  /** Changed files that no task names. */
  readonly unnamed: Bounded<string>
  /** Completed tasks that name files and have no proof to compare these with. */
  readonly not_comparable: Bounded<string>
}

const mostPaths = 50

/** Compares completed tasks, the last record being the newest, with the files as they are. */
export function drift(
  spec: Spec,
  records: readonly CheckRun[],
  treeNow: FileTree,
  repository: RepositoryFiles,
): Drift {
  const tasks = tasksOf(spec)
  const paths = pathsOfTasks(tasks)
  const passes = records.filter((record) => isPassOf(spec, record))
  const now = createNow(treeNow, repository.files, passes)
  const promising = tasks.filter(isCompletedWithFiles)
  const proofs = new Map(passes.map((run, index) => [run.task_id, { run, index }]))
  const named = groupByOwner(treeNow, paths.ownersOf)
  const drifted = promising.flatMap(({ id }) => {
    const proof = proofs.get(id)
    if (proof === undefined) return []
    const changed = now.changedSince(proof, named.get(id) ?? [])
    return toChangedPaths(changed).length === 0 ? [] : { task: id, run: proof.run.id, changed }
  })
  const { specsFolder = 'specs' } = repository
  const worked = repository.changed.filter((path) => !isLeftOut(path, specsFolder)).toSorted()
  const found = {
    changed_after_completion: toBounded(drifted.map(withFewPaths)),
    gone: toBounded(promising.flatMap((task) => goneOf(task, now.isGone))),
    unnamed: toBounded(worked.filter((path) => paths.ownersOf(path).length === 0)),
  }
  return {
    clean: Object.values(found).every(({ total }) => total === 0),
    ...found,
    not_comparable: toBounded(promising.map(({ id }) => id).filter((id) => !proofs.has(id))),
  }
}

function isPassOf({ spec_id: specId }: Spec, { spec_id: id, verdict, by }: CheckRun): boolean {
  return id === specId && verdict === 'passed' && by.kind !== 'worker'
}

const isCompletedWithFiles = ({ node }: PlannedTask) =>
  stateOf(node) === 'completed' && promisedFiles(node).length > 0

interface ProofAt {
  readonly run: CheckRun
  /** Its place among the passes. */
  readonly index: number
}

/** The files as they are, and which later passes know them so. */
function createNow(tree: FileTree, files: readonly string[], passes: readonly CheckRun[]) {
  const hashes = new Map(tree.files.map(({ path, hash }) => [path, hash]))
  const present = tree.files.filter(({ hash }) => hash !== 'missing').map(({ path }) => path)
  const there = new Set([...files, ...present])
  const folders = new Set([...there].flatMap((path) => [...withFolders(path)]))
  const lastProved = new Map<string, number>()
  for (const [index, { tree: proved }] of passes.entries()) {
    for (const { path, hash } of proved.files) {
      if ((hashes.get(path) ?? 'missing') === hash) lastProved.set(path, index)
    }
  }
  return {
    /** Not there, and no check of the plan has passed without it. */
    isGone: (path: string) => !folders.has(path) && !lastProved.has(path),
    changedSince({ run, index }: ProofAt, named: readonly HashedFile[]): ChangedFiles {
      // A file that is there and not in the tree cannot be compared.
      const known = run.tree.files.filter(({ path }) => hashes.has(path) || !there.has(path))
      const old = known.map(({ path }) => ({ path, hash: hashes.get(path) ?? 'missing' }))
      const current = new Map([...old, ...named].map((file) => [file.path, file]))
      const isOpen = (path: string) => (lastProved.get(path) ?? -1) <= index
      const changed = changedFiles({ files: known }, { files: [...current.values()] })
      return {
        added: changed.added.filter(isOpen),
        removed: changed.removed.filter(isOpen),
        modified: changed.modified.filter(isOpen),
      }
    },
  }
}

function groupByOwner(
  { files }: FileTree,
  ownersOf: (path: string) => readonly string[],
): ReadonlyMap<string, readonly HashedFile[]> {
  const groups = new Map<string, HashedFile[]>()
  for (const file of files) {
    for (const owner of ownersOf(file.path)) {
      const group = groups.get(owner)
      if (group === undefined) groups.set(owner, [file])
      else group.push(file)
    }
  }
  return groups
}

/** Globs are not looked for. */
function goneOf({ id, node }: PlannedTask, isGone: (path: string) => boolean) {
  const named = promisedPatterns(node).filter(({ isGlob }) => !isGlob)
  return named.filter(({ path }) => isGone(path)).map(({ path }) => ({ task: id, path }))
}

const withFewPaths = ({ changed, ...task }: DriftedTask): DriftedTask => ({
  ...task,
  changed: {
    added: changed.added.slice(0, mostPaths),
    removed: changed.removed.slice(0, mostPaths),
    modified: changed.modified.slice(0, mostPaths),
  },
})
