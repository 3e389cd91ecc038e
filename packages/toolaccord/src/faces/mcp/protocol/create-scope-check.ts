import type { AuthRefusal } from '../../../auth/auth-refusal.ts'
import { findScopeRefusal } from '../../../auth/scopes.ts'
import type { Caller } from '../../../define/call.ts'
import { isRecord } from '../../../json/json.ts'
import type { Server } from '../../../server.ts'
import type { CallTarget } from './call-target.ts'

/** The refusal of a message, or of a batch, that calls a tool without a scope that it needs. */
export type ScopeCheck = (message: unknown, caller: Caller) => AuthRefusal | undefined

/**
 * Creates the check that comes before every call: the protocol wants its refusals as HTTP. A call
 * through a gate needs the scopes of its target.
 */
export function createScopeCheck(
  server: Server,
  toTarget: (name: string, args: unknown) => CallTarget = (name, args) => ({ name, args }),
): ScopeCheck {
  const scopes = new Map(
    server.tools().flatMap(({ mcpNames, scopes }) => mcpNames.map((name) => [name, scopes])),
  )

  function checkOne(message: unknown, caller: Caller): AuthRefusal | undefined {
    if (!isRecord(message) || message.method !== 'tools/call') return undefined
    if (!isRecord(message.params)) return undefined
    const { name, arguments: args } = message.params
    if (typeof name !== 'string') return undefined
    return findScopeRefusal(scopes.get(toTarget(name, args).name) ?? [], caller)
  }

  return (message, caller) => {
    if (!Array.isArray(message)) return checkOne(message, caller)
    for (const one of message) {
      const refusal = checkOne(one, caller)
      if (refusal !== undefined) return refusal
    }
    return undefined
  }
}
