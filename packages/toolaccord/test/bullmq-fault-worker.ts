import { Redis } from 'ioredis'
import { createJobEngine } from '../src/jobs/engine/create-job-engine.ts'
import { createBullmqParts } from '../src/node/bullmq/create-bullmq-parts.ts'
import { workOnFaults } from './job-fault-worker.ts'

const [, , url = '', file = ''] = process.argv
const client = new Redis(url, { lazyConnect: true })
const places = { concurrency: 4, concurrencyPerCaller: 2 }
const parts = createBullmqParts({ client, prefix: 'faults:', leaseMs: 3000, ...places })
await workOnFaults(createJobEngine(parts), file)
