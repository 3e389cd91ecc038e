import type { Authenticator } from '../../auth/create-authenticator.ts'
import type { Server } from '../../server.ts'

/**
 * Knows the callers whose keys stand in TOOLACCORD_API_KEYS; undefined where there are none. Who
 * runs a server names them, without a word from its author.
 */
export async function authenticatorFromEnv(
  env: Readonly<Record<string, string | undefined>>,
): Promise<Authenticator | undefined> {
  const { createAuthenticator, keysFromEnv } = await import('../../auth/index.ts')
  const keys = keysFromEnv(env)
  return keys.length === 0 ? undefined : createAuthenticator({ keys })
}

/** What to tell where nobody is known over HTTP: tools that need scopes refuse everybody there. */
export function warnOfScopes(server: Server): string {
  const names = server.tools().flatMap(({ name, scopes }) => (scopes.length === 0 ? [] : [name]))
  return names.length === 0
    ? ''
    : `warning: Nobody can call ${names.join(', ')} over HTTP: scopes are needed, and callers have no keys. Set TOOLACCORD_API_KEYS, or give an authenticator.\n`
}
