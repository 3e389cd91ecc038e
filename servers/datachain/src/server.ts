import type { Server } from 'toolaccord'
import { createRateLimit } from 'toolaccord/rate-limit'
import { createDatachainServer } from './create-datachain-server.ts'
import { loadData, loadExample } from './node/load-data.ts'

/** How often each caller may call each tool in a minute. */
const rateLimit = () =>
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
 * The server of the versions in a folder, by default that of DATACHAIN_DATA, or of the embedded
 * one.
 */
export async function createServer(
  env: Readonly<Record<string, string | undefined>> = process.env,
  folder: string | undefined = env.DATACHAIN_DATA,
): Promise<Server> {
  const [catalogue, example] = await Promise.all([loadData(folder || undefined), loadExample()])
  return createDatachainServer(catalogue, { policies: [rateLimit()], env, example })
}
