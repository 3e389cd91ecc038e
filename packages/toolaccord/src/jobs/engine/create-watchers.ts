import type { Job } from '../job.ts'

/** Those who want to hear of the changes of jobs. */
export interface Watchers {
  /** Returns a function that ends it. */
  add(id: string, tell: (job: Job) => void): () => void
  tell(job: Job): void
}

/** Creates an empty set of watchers. */
export function createWatchers(): Watchers {
  const byId = new Map<string, Set<(job: Job) => void>>()
  return {
    add(id, tell) {
      const watching = byId.get(id) ?? new Set()
      byId.set(id, watching)
      watching.add(tell)
      return () => {
        watching.delete(tell)
        if (watching.size === 0 && byId.get(id) === watching) byId.delete(id)
      }
    },
    tell(job) {
      for (const tell of byId.get(job.order.id) ?? []) tell(job)
    },
  }
}
