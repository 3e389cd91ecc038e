import type { AuthRefusal } from '../../../auth/auth-refusal.ts'
import { findScopeRefusal } from '../../../auth/scopes.ts'
import type { Caller } from '../../../define/call.ts'
import { matchTemplate } from '../../../define/resource.ts'
import { isRecord } from '../../../json/json.ts'
import type { Server } from '../../../server.ts'
import type { CallTarget } from './call-target.ts'

type Scopes = readonly string[] | undefined

/** The refusal of a message, or of a batch, that asks for something without a scope of it. */
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

  /** The scopes of what a message asks for. */
  function scopesOf(method: unknown, params: Readonly<Record<string, unknown>>): Scopes {
    const { name, uri, arguments: args } = params
    if (method === 'tools/call' && typeof name === 'string') {
      return scopes.get(toTarget(name, args).name)
    }
    if (method === 'prompts/get') return server.prompts().find((one) => one.name === name)?.scopes
    if (method !== 'resources/read' || typeof uri !== 'string') return undefined
    return server.resources().find((one) => matchTemplate(one.uri, uri) !== undefined)?.scopes
  }

  function checkOne(message: unknown, caller: Caller): AuthRefusal | undefined {
    if (!isRecord(message) || !isRecord(message.params)) return undefined
    const required = scopesOf(message.method, message.params)
    return required && findScopeRefusal(required, caller)
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
