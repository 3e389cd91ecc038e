import { createJobEngine } from '../../jobs/engine/create-job-engine.ts'
import { type JobEngineOptions, toPlaces } from '../../jobs/engine/to-places.ts'
import type { JobEngine } from '../../jobs/job-engine.ts'
import { clip } from '../../json/json.ts'
import type { BullmqClient } from './connect.ts'
import { createBullmqParts } from './create-bullmq-parts.ts'

/** How jobs run in several processes and machines that share a Redis. */
export interface BullmqJobsOptions extends JobEngineOptions {
  /** An ioredis client, whose settings the engine's own connections have; you close yours. */
  readonly client: BullmqClient
  /**
   * The start of every key. Put it in braces on a cluster. Default: `toolaccord:jobs:`. Servers may
   * share it.
   */
  readonly prefix?: string | undefined
}

/**
 * A process that did not say for so long that it lives has died. It is long, because a tool that
 * computes for seconds without a pause keeps its process from saying so.
 */
const leaseMs = 30_000

/**
 * Runs the long tools of a server in any process that works, on any machine: jobs wait in BullMQ,
 * and are kept in the same Redis.
 */
export function createBullmqJobs({
  client,
  prefix = 'toolaccord:jobs:',
  ...options
}: BullmqJobsOptions): JobEngine {
  if (!/^[\w:.{}-]{1,64}$/.test(prefix))
    throw new TypeError(
      `prefix: '${clip(prefix)}' must be 1 to 64 letters, digits, '_', ':', '.', '-' or braces`,
    )
  const { store, queue } = createBullmqParts({ client, prefix, leaseMs, ...toPlaces(options) })
  return createJobEngine({ ...options, store, queue })
}

export type { BullmqClient } from './connect.ts'
export type { JobEngineOptions } from '../../jobs/engine/to-places.ts'
export type { JobEngine } from '../../jobs/job-engine.ts'
