import type { JobEngineParts } from '../../jobs/engine/create-job-engine.ts'
import type { PostgresPool } from '../../postgres/create-table-query.ts'
import { createPatience } from '../../stores/create-patience.ts'
import { type PgBossQueueOptions, createPgBossQueue } from './create-pg-boss-queue.ts'
import {
  type PostgresJobStoreOptions,
  createPostgresJobStore,
} from './create-postgres-job-store.ts'

/** What the parts of an engine in PostgreSQL are made of. */
export interface PgBossPartsInit extends PostgresJobStoreOptions, PgBossQueueOptions {
  readonly pool: PostgresPool
}

/** How long a caller waits for a database that is silent. */
const patienceMs = 5000

/** Creates the store and the queue of an engine, which do not wait for a silent database. */
export function createPgBossParts(init: PgBossPartsInit): Pick<JobEngineParts, 'store' | 'queue'> {
  const ask = createPatience(patienceMs)
  const pool: PostgresPool = {
    query: (text, values) => ask(() => init.pool.query(text, values)),
  }
  return { store: createPostgresJobStore(pool, init), queue: createPgBossQueue(pool, init) }
}
