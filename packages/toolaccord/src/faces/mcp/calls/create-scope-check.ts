import type { AuthRefusal } from '../../../auth/auth-refusal.ts'
import { findScopeRefusal } from '../../../auth/scopes.ts'
import type { Caller } from '../../../define/call.ts'
import type { WantedFinder } from './create-wanted-finder.ts'

/** The refusal of a message, or of a batch, that asks for something without a scope of it. */
export type ScopeCheck = (message: unknown, caller: Caller) => AuthRefusal | undefined

/** Creates the check that comes before every call: the protocol wants its refusals as HTTP. */
export function createScopeCheck(findWanted: WantedFinder): ScopeCheck {
  function checkOne(message: unknown, caller: Caller): AuthRefusal | undefined {
    const wanted = findWanted(message)
    return wanted && findScopeRefusal(wanted.scopes, caller)
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
