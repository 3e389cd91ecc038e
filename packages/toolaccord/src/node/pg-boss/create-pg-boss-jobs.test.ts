import { Pool } from 'pg'
import { afterAll } from 'vitest'
import { describeEngine } from '../../../test/job-engine-body.ts'
import { startPostgres } from '../../../test/services.ts'
import { createPgBossQueue } from './create-pg-boss-queue.ts'
import { createPostgresJobStore } from './create-postgres-job-store.ts'

const postgres = await startPostgres()
afterAll(() => postgres?.stop())

if (postgres !== undefined) {
  const pool = new Pool({ connectionString: postgres.url, max: 20 })
  pool.on('error', () => {})
  afterAll(() => pool.end())
  const schema = 'jobs_of_lab'
  describeEngine('PostgreSQL', {
    createStore: (now) => createPostgresJobStore(pool, { schema, leaseMs: 30_000, now }),
    createQueue: (turns) => createPgBossQueue(pool, { schema, ...turns }),
  })
}
