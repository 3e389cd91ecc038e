import { unknownProperties } from '../compile/forms/form.ts'
import { createJobEngine } from '../jobs/engine/create-job-engine.ts'
import { createLocalQueue } from '../jobs/engine/create-local-queue.ts'
import { createMemoryJobStore } from '../jobs/engine/create-memory-job-store.ts'
import { type JobEngineOptions, toPlaces } from '../jobs/engine/to-places.ts'
import type { JobEngine } from '../jobs/job-engine.ts'
import { isRecord } from '../json/json.ts'
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
export function createJobs(given: JobsOptions = {}): JobEngine {
  checkOptions(given)
  const { folder = toJobFolder(), memory = false, now = Date.now, ...options } = given
  const store = memory ? createMemoryJobStore(now) : createFolderJobStore(folder, now)
  const queue = createLocalQueue(toPlaces(options))
  return createJobEngine({ ...options, store, queue, now })
}

const knownOptions: Readonly<Record<keyof JobsOptions, true>> = {
  folder: true,
  memory: true,
  concurrency: true,
  concurrencyPerCaller: true,
  maxPerCaller: true,
  otherVersions: true,
  archive: true,
  now: true,
}

/** Throws a TypeError for what a compiler would have refused. */
function checkOptions(given: JobsOptions): void {
  if (!isRecord(given)) throw new TypeError('createJobs takes an object, such as { folder }')
  const [unknown] = unknownProperties(given, knownOptions, 'option')
  if (unknown !== undefined) throw new TypeError(`createJobs ${unknown}`)
  const { folder } = given
  if (folder === undefined || typeof folder === 'string') return
  throw new TypeError('folder: must be the path of a folder')
}

export type { OtherVersions } from '../jobs/engine/takes-version.ts'
export type { JobEngineOptions } from '../jobs/engine/to-places.ts'
export type { JobEngine } from '../jobs/job-engine.ts'
