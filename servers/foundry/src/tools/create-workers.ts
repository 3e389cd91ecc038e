import type { Ids } from '../spec/create-ids.ts'
import type { Role } from './create-roles.ts'
import type { Foundry } from './foundry.ts'
import { scopes } from './scopes.ts'

/** The framework's id for callers without a token on this machine. */
const localCaller = 'local'

/** What is known about those who call. */
export interface WorkersInit {
  readonly role: Role
  /** The name of whoever works through this process, if it was given. */
  readonly worker?: string | undefined
  /** The user who runs commands. */
  readonly user: string
  readonly ids: Ids
}

/**
 * Creates the names and rights of callers. A proved caller has its id; agents on pipes have the
 * name of their program and something random, because two of them are two workers. Whoever calls
 * without a token over HTTP is the user on a page, or an agent as on a pipe.
 */
export function createWorkers({
  role,
  worker,
  user,
  ids,
}: WorkersInit): Pick<Foundry, 'workerOf' | 'isMaintainer'> {
  const tail = ids.id().slice(0, 4)
  return {
    workerOf({ caller, client, face }) {
      if (caller !== undefined && caller.id !== localCaller) return caller.id
      if (face === 'rest') return user
      if (worker !== undefined) return worker
      return face === 'cli' ? user : `${client?.name ?? face}-${tail}`
    },
    isMaintainer: ({ caller }) =>
      caller === undefined ? role === 'maintainer' : caller.scopes.includes(scopes.maintain),
  }
}
