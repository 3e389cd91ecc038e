import { rootId } from '../../spec/root-id.ts'

/** Returns the type that the id of a node tells, if it does. */
export function typeFromId(id: string): string | undefined {
  if (id === rootId) return 'spec'
  return /^(phase|group|task|subtask|verify|research)-/.exec(id)?.[1]
}

/** Returns a title for a node that has none, such as `Task 1 2`. */
export function titleFromId(id: string): string {
  const words = id.replaceAll(/[-_\s]+/g, ' ').trim()
  if (words === '') return 'Untitled'
  return words.charAt(0).toUpperCase() + words.slice(1)
}
