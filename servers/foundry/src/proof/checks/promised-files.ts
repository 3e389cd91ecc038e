import type { Finding } from '../../findings/finding.ts'
import type { SpecNode } from '../../spec/spec.ts'
import { changedFiles, toChangedPaths } from '../files/changed-files.ts'
import type { FileTree } from '../files/file-tree.ts'
import { type FilePattern, toFilePattern } from '../files/to-file-pattern.ts'

/** Returns the paths that a task names, as they are written, each once. */
export function promisedFiles({ metadata }: Pick<SpecNode, 'metadata'>): readonly string[] {
  const { file_path: path, files } = metadata
  const named: readonly unknown[] = [path, ...(Array.isArray(files) ? files : [])]
  const texts = named.filter((one) => typeof one === 'string').filter((one) => one.trim() !== '')
  return [...new Set(texts)]
}

/** Returns the paths that a task names as patterns; those that are refused are left out. */
export function promisedPatterns(node: Pick<SpecNode, 'metadata'>): readonly FilePattern[] {
  return promisedFiles(node).flatMap((path) => {
    try {
      return [toFilePattern(path)]
    } catch {
      return []
    }
  })
}

/** A task, and its id. */
export interface PromisingTask {
  readonly id: string
  readonly node: SpecNode
}

/**
 * Finds a task that promised to change files and changed none of them since it was started. Nothing
 * is found if it promised none.
 */
export function promisedButUntouched(
  { id, node }: PromisingTask,
  filesAtStart: FileTree,
  filesNow: FileTree,
): Finding | undefined {
  const promised = promisedPatterns(node)
  if (promised.length === 0) return undefined
  const changed = toChangedPaths(changedFiles(filesAtStart, filesNow))
  const isTouched = changed.some((path) => promised.some((pattern) => pattern.matches(path)))
  if (isTouched) return undefined
  const paths = promised.slice(0, 5).map(({ path }) => path)
  return {
    code: 'PROMISED_FILES_UNTOUCHED',
    severity: 'warning',
    path: `hierarchy.${id}.metadata.file_path`,
    message: `Since the start nothing changed in ${paths.join(', ')}.`,
    hint: 'Change the files, or ask a maintainer to correct which files the task names.',
  }
}
