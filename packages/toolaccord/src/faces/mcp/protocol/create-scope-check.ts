import type { AuthRefusal } from '../../../auth/auth-refusal.ts'
import { findScopeRefusal } from '../../../auth/scopes.ts'
import type { Caller } from '../../../define/call.ts'
import { isRecord } from '../../../json/json.ts'
import type { Server } from '../../../server.ts'

/**
 * Why a caller may not send a message: it calls a tool, or is a batch in which one is called, that
 * asks for scopes which the caller lacks.
 */
export type ScopeCheck = (message: unknown, caller: Caller) => AuthRefusal | undefined

/** Asked before a call is made, because the protocol wants this told by HTTP. */
export function createScopeCheck(server: Server): ScopeCheck {
  const scopes = new Map(
    server.tools().flatMap(({ mcpNames, scopes }) => mcpNames.map((name) => [name, scopes])),
  )
  const check = (message: unknown, caller: Caller): AuthRefusal | undefined => {
    if (!isRecord(message) || message.method !== 'tools/call' || !isRecord(message.params))
      return undefined
    const { name } = message.params
    return typeof name === 'string' ? findScopeRefusal(scopes.get(name) ?? [], caller) : undefined
  }
  return (message, caller) =>
    Array.isArray(message)
      ? message.map((one: unknown) => check(one, caller)).find((refusal) => refusal !== undefined)
      : check(message, caller)
}
