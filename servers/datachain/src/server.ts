import { join } from 'node:path'
import type { Server } from 'toolaccord'
import { createFileArchive } from 'toolaccord/fidelity'
import { createJobs } from 'toolaccord/jobs'
import { createRateLimit } from 'toolaccord/rate-limit'
import { createDatachainServer } from './create-datachain-server.ts'
import { loadData, loadExample } from './node/load-data.ts'

/** The calls of each tool that each caller may make in a minute. */
const limitRates = () =>
  createRateLimit({
    limit: { calls: 300, perSeconds: 60 },
    tools: {
      // Each may have a thousand datachains, which are kept as long as its answer.
      validate_datachains: { calls: 20, perSeconds: 3600 },
      validate_datachain: { calls: 30, perSeconds: 60 },
      render_datachain: { calls: 30, perSeconds: 60 },
      resolve_datachain: { calls: 15, perSeconds: 60 },
      validate_resolved: { calls: 15, perSeconds: 60 },
    },
  })

/** The folders of a server. */
export interface ServerFolders {
  /** The versions to serve. Default: the folder in DATACHAIN_DATA, or the embedded one. */
  readonly data?: string | undefined
  /**
   * Where documents and long calls are kept. Default: the folder in DATACHAIN_STATE, or the memory
   * of the process.
   */
  readonly state?: string | undefined
}

/** Creates a server for the versions in a folder. */
export async function createServer(
  env: Readonly<Record<string, string | undefined>> = process.env,
  { data = env.DATACHAIN_DATA, state = env.DATACHAIN_STATE }: ServerFolders = {},
): Promise<Server> {
  const [catalogue, example] = await Promise.all([loadData(data || undefined), loadExample()])
  const kept = state ? keepIn(state) : {}
  return createDatachainServer(catalogue, { policies: [limitRates()], env, example, ...kept })
}

/** A call that goes on after a restart names documents that were rendered before it. */
function keepIn(folder: string) {
  const archive = createFileArchive({ folder: join(folder, 'archive') })
  return { archive, jobs: createJobs({ folder: join(folder, 'jobs'), archive }) }
}
