import { createJobEngine } from '../jobs/engine/create-job-engine.ts'
import { createLocalQueue } from '../jobs/engine/create-local-queue.ts'
import { createMemoryJobStore } from '../jobs/engine/create-memory-job-store.ts'
import { type JobEngineOptions, toPlaces } from '../jobs/engine/to-places.ts'
import type { JobEngine } from '../jobs/job-engine.ts'
import { createFolderJobStore } from './jobs/create-folder-job-store.ts'
import { toJobFolder } from './jobs/to-job-folder.ts'

/** How jobs run in the processes of one machine. */
export interface JobsOptions extends JobEngineOptions {
  /** Where jobs are kept. Default: a folder of the user that outlives the process. */
  readonly folder?: string | undefined
  /** True to keep jobs in memory: they are gone with the process. Default: false. */
  readonly memory?: boolean | undefined
  /** Default: Date.now. */
  readonly now?: (() => number) | undefined
}

/**
 * Runs the long tools of a server in its own process, and keeps their answers in files, so that
 * they are found again after a restart.
 */
export function createJobs({
  folder = toJobFolder(),
  memory = false,
  now = Date.now,
  ...options
}: JobsOptions = {}): JobEngine {
  const store = memory ? createMemoryJobStore(now) : createFolderJobStore(folder, now)
  const queue = createLocalQueue(toPlaces(options))
  return createJobEngine({ ...options, store, queue, now })
}

export type { OtherVersions } from '../jobs/engine/takes-version.ts'
export type { JobEngineOptions } from '../jobs/engine/to-places.ts'
export type { JobEngine } from '../jobs/job-engine.ts'
