import type { SpecNode } from '../spec/spec.ts'

/** Returns the files and folders that a task promises to touch. */
export function filesOf({ metadata }: SpecNode): readonly string[] {
  const { file_path: path, files } = metadata
  const named = [path, ...(Array.isArray(files) ? files : [])]
  const paths = named.filter((one): one is string => typeof one === 'string' && one !== '')
  return [...new Set(paths.map(toPlainPath))]
}

/** `./src/` and `src` are the same folder. */
const toPlainPath = (path: string): string =>
  path
    .replaceAll('\\', '/')
    .replace(/^(\.\/)+/, '')
    .replace(/\/+$/, '')

/** True if two paths are the same, or if one is a folder that the other is in. */
export const doPathsOverlap = (one: string, other: string): boolean =>
  one === other || one.startsWith(`${other}/`) || other.startsWith(`${one}/`)
