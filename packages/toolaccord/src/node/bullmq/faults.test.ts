import { join } from 'node:path'
import { Redis } from 'ioredis'
import { afterAll } from 'vitest'
import { describeFaults } from '../../../test/job-faults.ts'
import { startRedis } from '../../../test/services.ts'
import { createJobEngine } from '../../jobs/engine/create-job-engine.ts'
import { createBullmqParts } from './create-bullmq-parts.ts'

const service = await startRedis()
const client = new Redis(service?.url ?? '', { lazyConnect: true })

afterAll(async () => {
  client.disconnect()
  await service?.stop()
})

describeFaults('Redis', {
  service,
  worker: join(import.meta.dirname, '../../../test/bullmq-fault-worker.ts'),
  createEngine() {
    const places = { concurrency: 4, concurrencyPerCaller: 2 }
    const parts = createBullmqParts({ client, prefix: 'faults:', leaseMs: 3000, ...places })
    return createJobEngine(parts)
  },
})
