import type { Archive } from '../../archive/archive.ts'
import { createJobEngine } from '../../jobs/engine/create-job-engine.ts'
import type { JobEngine } from '../../jobs/job-engine.ts'
import { clip } from '../../json/json.ts'
import type { BullmqClient } from './connect.ts'
import { createBullmqParts } from './create-bullmq-parts.ts'

/** How jobs run in several processes and machines that share a Redis. */
export interface BullmqJobsOptions {
  /** An ioredis client, whose settings the engine's own connections have; you close yours. */
  readonly client: BullmqClient
  /**
   * The start of every key. Put it in braces on a cluster. Default: `toolaccord:jobs:`. Servers may
   * share it.
   */
  readonly prefix?: string | undefined
  /** How many jobs run at a time in one process; further ones wait. Default: 8. */
  readonly concurrency?: number | undefined
  /** How many jobs of one caller run at a time in one process. Default: half of `concurrency`. */
  readonly concurrencyPerCaller?: number | undefined
  /** Keeps answers over 64 KiB. Default: they are kept with their jobs, up to 8 MiB. */
  readonly archive?: Archive | undefined
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
  concurrency = 8,
  concurrencyPerCaller = Math.ceil(concurrency / 2),
  archive,
}: BullmqJobsOptions): JobEngine {
  if (!/^[\w:.{}-]{1,64}$/.test(prefix))
    throw new TypeError(
      `prefix: '${clip(prefix)}' must be 1 to 64 letters, digits, '_', ':', '.', '-' or braces`,
    )
  const places = { concurrency, concurrencyPerCaller }
  const { store, queue } = createBullmqParts({ client, prefix, leaseMs, ...places })
  return createJobEngine({ store, queue, archive })
}

export type { BullmqClient } from './connect.ts'
export type { JobEngine } from '../../jobs/job-engine.ts'
