import type { Authenticator } from '../../auth/create-authenticator.ts'
import { missingScopes } from '../../auth/scopes.ts'
import type { Server } from '../../server.ts'

/**
 * An authenticator for the keys in TOOLACCORD_API_KEYS, or undefined if it has none. Operators can
 * add keys without changing code.
 */
export async function authenticatorFromEnv(
  env: Readonly<Record<string, string | undefined>>,
): Promise<Authenticator | undefined> {
  const { createAuthenticator, keysFromEnv } = await import('../../auth/index.ts')
  const keys = keysFromEnv(env)
  if (keys.length === 0) return undefined
  return createAuthenticator({ keys })
}

/** A warning that nobody can call the tools that need scopes; '' if there are none. */
export function warnOfScopes(server: Server, localScopes: readonly string[] = []): string {
  const caller = { id: 'local', scopes: localScopes }
  const protectedTools = server
    .tools()
    .filter(({ scopes }) => missingScopes(scopes, caller).length > 0)
  if (protectedTools.length === 0) return ''
  const names = protectedTools.map(({ name }) => name).join(', ')
  return (
    `warning: Nobody can call ${names} over HTTP: scopes are needed, and callers have no keys. ` +
    'Set TOOLACCORD_API_KEYS, or give an authenticator.\n'
  )
}
