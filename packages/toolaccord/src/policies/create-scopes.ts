import { findScopeLack } from '../auth/scopes.ts'
import type { CallRequest, Policy } from '../define/policy.ts'
import type { AnyTool } from '../define/tool.ts'

/** True if whoever makes a call has the scopes of a tool. */
export function hasScopesOf(tool: AnyTool, request: CallRequest): boolean {
  const required = scopesOf(tool)
  return required.length === 0 || findScopeLack(required, request) === undefined
}

/** Creates the policy that refuses callers without the scopes of a tool. */
export function createScopes(): Policy {
  return {
    name: 'scopes',
    covers: (tool) => scopesOf(tool).length > 0,
    async around(request, next) {
      const lack = findScopeLack(scopesOf(request.tool), request)
      if (lack === undefined) return next()
      return request.refuse(lack.reason, lack.problem)
    },
  }
}

const scopesOf = ({ scopes = [] }: AnyTool): readonly string[] => scopes
