import type { FilePattern } from '../files/to-file-pattern.ts'

/** Who names which files. */
export interface PathIndex {
  /** Returns those who name a file, each once. */
  ownersOf(path: string): readonly string[]
}

/** A path, folder or glob, and who names it. */
export interface OwnedPattern {
  readonly owner: string
  readonly pattern: FilePattern
}

/**
 * Creates an index of patterns. A file is looked up by its own name and those of its folders, so
 * that thousands of tasks cost no more than a few; only globs are tried one by one.
 */
export function createPathIndex(patterns: readonly OwnedPattern[]): PathIndex {
  const literal = new Map<string, string[]>()
  for (const { owner, pattern } of patterns) {
    if (pattern.isGlob) continue
    const owners = literal.get(pattern.path)
    if (owners === undefined) literal.set(pattern.path, [owner])
    else owners.push(owner)
  }
  const globs = patterns.filter(({ pattern }) => pattern.isGlob)
  return {
    ownersOf(path) {
      const byName = [...withFolders(path)].flatMap((name) => literal.get(name) ?? [])
      const byGlob = globs.filter(({ pattern }) => pattern.matches(path))
      return [...new Set([...byName, ...byGlob.map(({ owner }) => owner)])]
    },
  }
}

/** Gives a path, each folder that it is in, and the root, which is empty. */
export function* withFolders(path: string): Iterable<string> {
  yield path
  for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1)) {
    yield path.slice(0, at)
  }
  yield ''
}
