import type { Server } from 'toolaccord'
import { createRateLimit } from 'toolaccord/rate-limit'
import { createDatachainServer } from './create-datachain-server.ts'
import { loadData, loadExample } from './node/load-data.ts'

/** The calls of each tool that each caller may make in a minute. */
const limitRates = () =>
  createRateLimit({
    limit: { calls: 300, perSeconds: 60 },
    tools: {
      validate_datachain: { calls: 30, perSeconds: 60 },
      render_datachain: { calls: 30, perSeconds: 60 },
      resolve_datachain: { calls: 15, perSeconds: 60 },
      validate_resolved: { calls: 15, perSeconds: 60 },
    },
  })

/**
 * Creates a server for the versions in a folder. Default: the folder in DATACHAIN_DATA, or the
 * embedded one.
 */
export async function createServer(
  env: Readonly<Record<string, string | undefined>> = process.env,
  folder: string | undefined = env.DATACHAIN_DATA,
): Promise<Server> {
  const [catalogue, example] = await Promise.all([loadData(folder || undefined), loadExample()])
  return createDatachainServer(catalogue, { policies: [limitRates()], env, example })
}
