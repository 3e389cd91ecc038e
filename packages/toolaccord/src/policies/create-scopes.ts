import { describeMissing, missingScopes } from '../auth/scopes.ts'
import type { Face } from '../define/call.ts'
import type { Policy } from '../define/policy.ts'
import type { AnyTool } from '../define/tool.ts'

/** Faces on which whoever started the process calls. */
const ownFaces: ReadonlySet<Face> = new Set(['cli', 'direct'])

/** Holds callers to the scopes that tools ask for. */
export function createScopes(): Policy {
  return {
    name: 'scopes',
    covers: (tool) => scopesOf(tool).length > 0,
    async around(request, next) {
      const required = scopesOf(request.tool)
      const { caller, face, isLocal } = request
      if (caller === undefined) {
        if (isLocal || ownFaces.has(face)) return next()
        return request.refuse('unauthenticated', {
          hint: `Send a token with the scope ${required.join(' ')}.`,
          details: { required_scopes: required },
        })
      }
      const missing = missingScopes(required, caller)
      if (missing.length === 0) return next()
      return request.refuse('forbidden', {
        message: describeMissing(missing),
        hint: `Get a token with ${required.join(' ')} and call again.`,
        details: { required_scopes: required, missing_scopes: missing },
      })
    },
  }
}

const scopesOf = ({ scopes = [] }: AnyTool): readonly string[] => scopes
