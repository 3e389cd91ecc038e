import { createJobEngine } from '../../jobs/engine/create-job-engine.ts'
import { type JobEngineOptions, toPlaces } from '../../jobs/engine/to-places.ts'
import type { JobEngine } from '../../jobs/job-engine.ts'
import { clip } from '../../json/json.ts'
import type { PostgresPool } from '../../postgres/create-table-query.ts'
import { createPgBossParts } from './create-pg-boss-parts.ts'

/** The part of a pool of `pg` that jobs need; whoever made the pool closes it. */
export type PgBossPool = PostgresPool

/** How jobs run in several processes and machines that share a PostgreSQL. */
export interface PgBossJobsOptions extends JobEngineOptions {
  /** A pool of pg; you close it, and listen to its `error` event. */
  readonly pool: PgBossPool
  /**
   * The schema of the tables, made if it is missing. Default: `toolaccord_jobs`. Servers may share
   * it.
   */
  readonly schema?: string | undefined
}

/**
 * A process that did not say for so long that it lives has died. It is long, because a tool that
 * computes for seconds without a pause keeps its process from saying so.
 */
const leaseMs = 30_000

/**
 * Runs the long tools of a server in any process that works, on any machine: jobs wait in pg-boss,
 * and are kept in the same PostgreSQL.
 */
export function createPgBossJobs({
  pool,
  schema = 'toolaccord_jobs',
  ...options
}: PgBossJobsOptions): JobEngine {
  if (!/^[a-z_][a-z0-9_]{0,49}$/.test(schema))
    throw new TypeError(
      `schema: '${clip(schema)}' must be 1 to 50 of a-z, 0-9 and '_', and not start with a digit`,
    )
  const { store, queue } = createPgBossParts({ pool, schema, leaseMs, ...toPlaces(options) })
  return createJobEngine({ ...options, store, queue })
}

export type { JobEngineOptions } from '../../jobs/engine/to-places.ts'
export type { JobEngine } from '../../jobs/job-engine.ts'
