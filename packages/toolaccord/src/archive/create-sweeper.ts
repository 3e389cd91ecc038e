import type { SweepResult } from './archive.ts'
import type { BlobStore } from './blobs/blob-store.ts'
import { sweepStore } from './sweep-store.ts'

/** The parts and limits of a sweeper. */
export interface SweeperInit {
  readonly store: BlobStore
  readonly quotaBytes: number
  readonly sweepEveryMs: number
  /** Milliseconds since 1970. */
  readonly time: () => number
  /** True if a content is being read. */
  readonly isRead: (hash: string) => boolean
}

/** Sweeps a store when it is asked to, and now and then by itself. */
export interface Sweeper {
  sweep(): Promise<SweepResult>
  /** Counts bytes that were written, and starts a sweep if one is due; nobody waits for it. */
  noteWritten(bytes: number): void
}

/** Creates a sweeper; a store that knows when others swept is asked before the first sweep. */
export function createSweeper(init: SweeperInit): Sweeper {
  const { store, quotaBytes, sweepEveryMs, time, isRead } = init
  let lastSweep: Promise<unknown> = Promise.resolve()
  // Such a store is asked at once, so that programs that end soon do their share.
  let sweepDueAt = store.claimSweep === undefined ? time() + sweepEveryMs : 0
  let unsweptBytes = 0

  /** One sweep after the other, as two at once would only do the same twice. */
  function sweep(): Promise<SweepResult> {
    sweepDueAt = time() + sweepEveryMs
    unsweptBytes = 0
    const swept = lastSweep.then(() => sweepStore(store, { now: time(), quotaBytes, isRead }))
    lastSweep = swept.catch(ignoreFailedSweep)
    return swept
  }

  async function sweepIfDue(): Promise<void> {
    const isFull = unsweptBytes > quotaBytes / 10
    if (sweepEveryMs === Infinity || (time() < sweepDueAt && !isFull)) return
    sweepDueAt = time() + sweepEveryMs
    const isOurs = isFull || (await (store.claimSweep?.(time(), sweepEveryMs) ?? true))
    if (isOurs) await sweep()
  }

  return {
    sweep,
    noteWritten(bytes) {
      unsweptBytes += bytes
      sweepIfDue().catch(ignoreFailedSweep)
    },
  }
}

/** If a sweep fails, entries only stay longer. */
function ignoreFailedSweep(): void {}
