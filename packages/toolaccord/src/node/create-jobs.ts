import type { Archive } from '../archive/archive.ts'
import { createJobEngine } from '../jobs/engine/create-job-engine.ts'
import { createLocalQueue } from '../jobs/engine/create-local-queue.ts'
import { createMemoryJobStore } from '../jobs/engine/create-memory-job-store.ts'
import type { OtherVersions } from '../jobs/engine/takes-version.ts'
import type { JobEngine } from '../jobs/job-engine.ts'
import { createFolderJobStore } from './jobs/create-folder-job-store.ts'
import { toJobFolder } from './jobs/to-job-folder.ts'

/** How jobs run in the processes of one machine. */
export interface JobsOptions {
  /** Where jobs are kept. Default: a folder of the user that outlives the process. */
  readonly folder?: string | undefined
  /** True to keep jobs in memory: they are gone with the process. Default: false. */
  readonly memory?: boolean | undefined
  /** How many jobs run at a time in one process; further ones wait. Default: 8. */
  readonly concurrency?: number | undefined
  /** How many jobs of one caller run at a time in one process. Default: half of `concurrency`. */
  readonly concurrencyPerCaller?: number | undefined
  /** Keeps answers over 64 KiB. Default: they are kept with their jobs, up to 8 MiB. */
  readonly archive?: Archive | undefined
  /** Which jobs of other versions of the server are run. Default: `compatible`. */
  readonly otherVersions?: OtherVersions | undefined
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
  concurrency = 8,
  concurrencyPerCaller = Math.ceil(concurrency / 2),
  archive,
  otherVersions,
  now = Date.now,
}: JobsOptions = {}): JobEngine {
  const store = memory ? createMemoryJobStore(now) : createFolderJobStore(folder, now)
  const queue = createLocalQueue({ concurrency, concurrencyPerCaller })
  return createJobEngine({ store, queue, archive, otherVersions, now })
}

export type { OtherVersions } from '../jobs/engine/takes-version.ts'
export type { JobEngine } from '../jobs/job-engine.ts'
