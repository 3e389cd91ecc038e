import { join } from 'node:path'
import { Pool } from 'pg'
import { afterAll } from 'vitest'
import { describeFaults } from '../../../test/job-faults.ts'
import { startPostgres } from '../../../test/services.ts'
import { createJobEngine } from '../../jobs/engine/create-job-engine.ts'
import { createPgBossParts } from './create-pg-boss-parts.ts'

const service = await startPostgres()
const pool = new Pool({ connectionString: service?.url }).on('error', () => {})

afterAll(async () => {
  await pool.end()
  await service?.stop()
})

describeFaults('PostgreSQL', {
  service,
  worker: join(import.meta.dirname, '../../../test/pg-boss-fault-worker.ts'),
  createEngine() {
    const places = { concurrency: 4, concurrencyPerCaller: 2 }
    const parts = createPgBossParts({ pool, schema: 'faults', leaseMs: 3000, ...places })
    return createJobEngine(parts)
  },
})
