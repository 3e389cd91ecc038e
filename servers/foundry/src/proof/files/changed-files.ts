import type { FileTree } from './file-tree.ts'

/** What is not the same in two trees; each list is sorted. */
export interface ChangedFiles {
  readonly added: readonly string[]
  readonly removed: readonly string[]
  readonly modified: readonly string[]
}

/** Names the files that are not the same. A file that is missing in a tree is not in it. */
export function changedFiles(
  before: Pick<FileTree, 'files'>,
  after: Pick<FileTree, 'files'>,
): ChangedFiles {
  const old = presentIn(before)
  const now = presentIn(after)
  const both = [...now.keys()].filter((path) => old.has(path))
  return {
    added: [...now.keys()].filter((path) => !old.has(path)).toSorted(),
    removed: [...old.keys()].filter((path) => !now.has(path)).toSorted(),
    modified: both.filter((path) => old.get(path) !== now.get(path)).toSorted(),
  }
}

/** The paths of all files that changed, each once. */
export const toChangedPaths = ({ added, removed, modified }: ChangedFiles): readonly string[] =>
  [...added, ...removed, ...modified].toSorted()

function presentIn({ files }: Pick<FileTree, 'files'>): ReadonlyMap<string, string> {
  return new Map(
    files.filter(({ hash }) => hash !== 'missing').map(({ path, hash }) => [path, hash]),
  )
}
