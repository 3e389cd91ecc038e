import type { Server } from 'toolaccord'
import { createDarkroomFromEnv } from './node/create-darkroom-from-env.ts'

/**
 * The server that the environment describes: DARKROOM_WORKSPACE and its fellows, which the README
 * names.
 */
export const createServer = async (
  env: Readonly<Record<string, string | undefined>> = process.env,
): Promise<Server> => (await createDarkroomFromEnv(env)).server
