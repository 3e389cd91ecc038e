import type { LogEntry } from './log-entry.ts'

/** A snapshot to start from, and the branch that led to it. */
export interface AncestorStart {
  readonly hash: string
  readonly ref?: string | undefined
}

/**
 * Returns the snapshot this many steps before another, by a log with its newest entry first.
 * Returns undefined if the log does not go back so far.
 */
export function findAncestor(
  entries: readonly LogEntry[],
  start: AncestorStart,
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

/** True if an entry moved a branch from one snapshot to another. */
const isStep = ({ op, hash, parent }: LogEntry) =>
  (op === 'snapshot' || op === 'reset') && parent !== hash

/** Two branches may reach one snapshot by different ways; the way of the branch itself is first. */
const findStep = (
  entries: readonly LogEntry[],
  hash: string,
  ref: string | undefined,
): LogEntry | undefined =>
  entries.find((entry) => entry.hash === hash && entry.ref === ref) ??
  entries.find((entry) => entry.hash === hash)
