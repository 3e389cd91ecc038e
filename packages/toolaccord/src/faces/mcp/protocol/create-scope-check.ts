import type { AuthRefusal } from '../../../auth/auth-refusal.ts'
import { findScopeRefusal } from '../../../auth/scopes.ts'
import type { Caller } from '../../../define/call.ts'
import { isRecord } from '../../../json/json.ts'
import type { Server } from '../../../server.ts'

/** The refusal of a message, or of a batch, that calls a tool without a scope that it needs. */
export type ScopeCheck = (message: unknown, caller: Caller) => AuthRefusal | undefined

/** Creates the check that comes before every call: the protocol wants its refusals as HTTP. */
export function createScopeCheck(server: Server): ScopeCheck {
  const scopes = new Map(
    server.tools().flatMap(({ mcpNames, scopes }) => mcpNames.map((name) => [name, scopes])),
  )

  function checkOne(message: unknown, caller: Caller): AuthRefusal | undefined {
    if (!isRecord(message) || message.method !== 'tools/call') return undefined
    if (!isRecord(message.params)) return undefined
    const { name } = message.params
    return typeof name === 'string' ? findScopeRefusal(scopes.get(name) ?? [], caller) : undefined
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
