import { createJobEngine } from '../../jobs/engine/create-job-engine.ts'
import { createLocalQueue } from '../../jobs/engine/create-local-queue.ts'
import type { Server } from '../../server.ts'
import { createFolderJobStore } from '../jobs/create-folder-job-store.ts'
import { toJobFolder } from '../jobs/to-job-folder.ts'

/** Where a store comes from. */
const storeMakers = 'with createRedisStore or createPostgresStore of toolaccord/policies'

/** What each part keeps, and how processes share it. */
const parts: Readonly<Record<string, { readonly keeps: string; readonly share: string }>> = {
  idempotency: {
    keeps: 'the outcomes of keyed calls',
    share: `createIdempotency({ store }), ${storeMakers}`,
  },
  'rate-limit': {
    keeps: 'the counts of rate limits',
    share: 'createRateLimit({ store: { redis } }), or { postgres }',
  },
  consent: {
    keeps: 'the codes and answers of consent',
    share: `consent: { store } of defineServer, ${storeMakers}`,
  },
  fidelity: {
    keeps: 'the rest of answers that were cut',
    share: 'createFidelity() without an archive in memory',
  },
  jobs: { keeps: 'jobs', share: 'createJobs() without memory: true or an archive in memory' },
}

const partOf = (name: string) =>
  parts[name] ?? {
    keeps: `what the policy '${name}' keeps`,
    share: `a policy '${name}' that keeps nothing in memory`,
  }

/**
 * Returns a server that several processes can serve: its jobs are in a folder of the user. Throws
 * one error that names all that they would have to share and do not.
 */
export function toSharedServer(server: Server, workers: number): Server {
  const unshared = server.unshared.map(partOf)
  if (unshared.length > 0) {
    const kept = unshared.map(({ keeps }) => keeps).join(', ')
    const shares = unshared.map(({ share }) => `  ${share}`)
    const lines = [
      `'${server.name}' cannot be served by ${workers} workers.`,
      `Each would keep in its own memory: ${kept}.`,
      'Share that first:',
      ...shares,
      'Or serve without --workers.',
    ]
    throw new Error(lines.join('\n'))
  }
  if (server.jobs === undefined || server.jobs.isDurable) return server
  const store = createFolderJobStore(toJobFolder())
  const queue = createLocalQueue({ concurrency: 8, concurrencyPerCaller: 4 })
  return server.withJobs(createJobEngine({ store, queue }))
}
