import type { Spec } from './spec.ts'

/** Without letters and digits that look alike. */
const letters = 'abcdefghjkmnpqrstuvwxyz'
const alphabet = `${letters}23456789`

/** Makes ids that nobody else makes, on whatever branch. */
export interface Ids {
  /** An id such as `task-2-4-k7qx` for a new node under a parent. */
  nodeId(
    spec: Spec,
    type: 'phase' | 'task' | 'subtask' | 'verify' | 'research',
    parentId: string,
  ): string
  /** An id for a spec of this title, such as `add-login-2026-03-01-417`. */
  specId(title: string, now: Date): string
  /** An id for a line of a journal, a comment, a run. */
  id(): string
}

/** Creates the maker of ids. Their numbers say where they are, and their ends are random. */
export function createIds(random: (below: number) => number): Ids {
  const pick = (from: string) => from[random(from.length)] ?? ''
  // It begins with a letter, so that nobody takes it for one more number.
  const tail = (length: number) =>
    pick(letters) + Array.from({ length: length - 1 }, () => pick(alphabet)).join('')
  return {
    nodeId(spec, type, parentId) {
      const parent = spec.hierarchy[parentId]
      const place = (parent?.children.length ?? 0) + 1
      if (type === 'phase') return freeId(spec, () => `phase-${place}-${tail(4)}`)
      const prefix = type === 'verify' || type === 'research' ? type : 'task'
      const numbers = numbersOf(spec, parentId)
      return freeId(spec, () => [prefix, ...numbers, place, tail(4)].join('-'))
    },
    specId(title, now) {
      const day = now.toISOString().slice(0, 10)
      return `${toSlug(title)}-${day}-${String(random(1000)).padStart(3, '0')}`
    },
    id: () => tail(12),
  }
}

function freeId(spec: Spec, make: () => string): string {
  for (;;) {
    const id = make()
    if (spec.hierarchy[id] === undefined) return id
  }
}

/** The numbers in the id of a parent; a phase without one is counted. */
function numbersOf(spec: Spec, parentId: string): readonly string[] {
  const named = /^[a-z]+((?:-\d+)+)(?:-|$)/.exec(parentId)?.[1]
  if (named !== undefined) return named.slice(1).split('-')
  const siblings = spec.hierarchy[spec.hierarchy[parentId]?.parent ?? '']?.children ?? []
  return [String(Math.max(0, siblings.indexOf(parentId)) + 1)]
}

function toSlug(title: string): string {
  const plain = title.normalize('NFKD').toLowerCase()
  const slug = plain.replaceAll(/[^a-z0-9]+/g, '-').replaceAll(/^-+|-+$/g, '')
  return slug.slice(0, 60).replace(/-+$/, '') || 'spec'
}
