import type { Server } from 'toolaccord'
import { type FoundryServer, createFoundryServer } from './create-foundry-server.ts'
import type { Desk } from './desk/create-desk-tools.ts'
import { findFolders } from './store/find-folders.ts'
import { type Role, roles } from './tools/create-roles.ts'

type Env = Readonly<Record<string, string | undefined>>

/** What a command line says beside the environment. */
export interface FromEnvOptions {
  readonly here: string
  readonly specs?: string | undefined
  readonly role?: string | undefined
  readonly worker?: string | undefined
  /** Adds the commands for people at a terminal. */
  readonly desk?: Desk | undefined
  /** The role if nobody names one. */
  readonly defaultRole: Role
}

/** Creates the server that the environment describes; the README lists the variables. */
export async function createServer(env: Env = process.env): Promise<Server> {
  const { server } = await createFoundryFromEnv(env, { here: process.cwd(), defaultRole: 'worker' })
  return server
}

/** Creates the server that the environment describes, with a way to close it. */
export async function createFoundryFromEnv(
  env: Env,
  options: FromEnvOptions,
): Promise<FoundryServer> {
  const { here, specs } = options
  return createFoundryServer({
    folders: await findFolders({ here, env, specs }),
    role: roleOf(env, options),
    worker: options.worker ?? env.FOUNDRY_WORKER,
    leaseMs: leaseOf(env.FOUNDRY_LEASE_MINUTES),
    desk: options.desk,
    env,
  })
}

/** The role of whoever calls without a key: the one that was asked for, or that of a worker. */
export const roleOf = (
  env: Env,
  { role, defaultRole }: Pick<FromEnvOptions, 'role' | 'defaultRole'>,
): Role => toRole(role ?? env.FOUNDRY_ROLE) ?? defaultRole

function toRole(text: string | undefined): Role | undefined {
  if (text === undefined || text === '') return undefined
  const role = roles.find((one) => one === text)
  if (role !== undefined) return role
  throw new RangeError(`'${text}' is not a role. Roles: ${roles.join(', ')}.`)
}

function leaseOf(text: string | undefined): number | undefined {
  if (text === undefined || text === '') return undefined
  const minutes = Number(text)
  if (minutes > 0 && minutes <= 1440) return minutes * 60_000
  throw new RangeError(`FOUNDRY_LEASE_MINUTES is '${text}'; give a number up to 1440.`)
}
