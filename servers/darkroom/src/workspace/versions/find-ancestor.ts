import type { LogEntry } from './log-entry.ts'

/**
 * The snapshot so many steps before another, by the log with its newest entry first; undefined
 * where it does not go back so far.
 */
export function findAncestor(
  entries: readonly LogEntry[],
  start: { readonly hash: string; readonly ref?: string },
  steps: number,
): string | undefined {
  let hash: string | null = start.hash
  let older = entries.filter(isStep)
  for (let left = steps; left > 0 && hash !== null; left--) {
    const step = findStep(older, hash, start.ref)
    older = step === undefined ? [] : older.slice(older.indexOf(step) + 1)
    hash = step?.parent ?? null
  }
  return hash ?? undefined
}

/** What moved a branch from one snapshot to another. */
const isStep = ({ op, hash, parent }: LogEntry) =>
  (op === 'snapshot' || op === 'reset') && parent !== hash

/** Two branches may have come to the same snapshot by different ways: the branch's own counts first. */
const findStep = (
  entries: readonly LogEntry[],
  hash: string,
  ref: string | undefined,
): LogEntry | undefined =>
  entries.find((entry) => entry.hash === hash && entry.ref === ref) ??
  entries.find((entry) => entry.hash === hash)
