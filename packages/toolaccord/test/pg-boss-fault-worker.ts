import { Pool } from 'pg'
import { createJobEngine } from '../src/jobs/engine/create-job-engine.ts'
import { createPgBossParts } from '../src/node/pg-boss/create-pg-boss-parts.ts'
import { workOnFaults } from './job-fault-worker.ts'

const [, , url = '', file = ''] = process.argv
const pool = new Pool({ connectionString: url }).on('error', () => {})
const places = { concurrency: 4, concurrencyPerCaller: 2 }
const parts = createPgBossParts({ pool, schema: 'faults', leaseMs: 3000, ...places })
await workOnFaults(createJobEngine(parts), file)
