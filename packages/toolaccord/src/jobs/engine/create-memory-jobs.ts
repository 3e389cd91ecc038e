import type { JobEngine } from '../job-engine.ts'
import { createJobEngine } from './create-job-engine.ts'
import { createLocalQueue } from './create-local-queue.ts'
import { createMemoryJobStore } from './create-memory-job-store.ts'

/** Creates the engine of a server whose author gives none: its jobs are gone with the process. */
export function createMemoryJobs(): JobEngine {
  const queue = createLocalQueue({ concurrency: 8, concurrencyPerCaller: 4 })
  return createJobEngine({ store: createMemoryJobStore(), queue })
}
