import type { Policy } from 'toolaccord'
import { scopes } from './scopes.ts'

/** What whoever starts the program may do; callers with keys have the scopes of their keys. */
export type Role = 'observer' | 'worker' | 'maintainer'

/** All roles, from the one that may least. */
export const roles: readonly Role[] = ['observer', 'worker', 'maintainer']

/** The scopes that come with each role. */
export const scopesOf: Readonly<Record<Role, readonly string[]>> = {
  observer: [scopes.read],
  worker: [scopes.read, scopes.work],
  maintainer: [scopes.read, scopes.work, scopes.maintain],
}

/**
 * Creates the policy that holds local callers to a role. The framework trusts whoever started the
 * process; an agent on its pipes works on the plan, and does not decide about it.
 */
export const createRoles = (role: Role): Policy => ({
  name: 'roles',
  covers: ({ scopes: needed = [] }) => needed.length > 0,
  around(request, next) {
    const { scopes: needed = [] } = request.tool
    const missing = needed.find((scope) => !scopesOf[role].includes(scope))
    if (request.caller !== undefined || missing === undefined) return next()
    return request.refuse('forbidden', {
      message: `'${request.tool.name}' needs '${missing}', and this server runs as ${role}.`,
      hint: `Ask a person to do it, or to start the server with --role ${roleWith(missing)}.`,
      details: { required_permission: missing },
    })
  },
})

const roleWith = (scope: string): Role =>
  roles.find((role) => scopesOf[role].includes(scope)) ?? 'maintainer'
