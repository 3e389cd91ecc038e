import type { AuthReason } from '../auth/auth-refusal.ts'
import { describeMissing, missingScopes } from '../auth/scopes.ts'
import type { Face } from '../define/call.ts'
import type { CallRequest, Policy } from '../define/policy.ts'
import type { AnyTool } from '../define/tool.ts'
import type { Failure } from '../outcome/outcome.ts'
import type { ReasonProblem } from '../outcome/reasons.ts'
import type { RefusalLog } from './create-refusal-log.ts'

/** The faces whose caller is whoever started the process. */
const ownFaces: ReadonlySet<Face> = new Set(['cli', 'direct'])

/** True if whoever makes a call has the scopes of a tool. */
export function hasScopesOf(tool: AnyTool, request: CallRequest): boolean {
  const { caller } = request
  const required = scopesOf(tool)
  if (required.length === 0) return true
  return caller === undefined ? isTrusted(request) : missingScopes(required, caller).length === 0
}

/** Creates the policy that refuses callers without the scopes of a tool, and logs whom. */
export function createScopes(logRefused: RefusalLog = () => {}): Policy {
  function end(reason: AuthReason, request: CallRequest, problem: ReasonProblem): Failure {
    const { id, face, caller } = request
    const failed = request.refuse(reason, problem)
    const [{ message }] = failed.problems
    const missingScopes = problem.details?.missing_scopes
    logRefused({ id, reason, message, face, caller: caller?.id, missingScopes })
    return failed
  }

  return {
    name: 'scopes',
    covers: (tool) => scopesOf(tool).length > 0,
    async around(request, next) {
      const required = scopesOf(request.tool)
      const { caller } = request
      if (caller === undefined && isTrusted(request)) return next()
      if (caller === undefined) return end('unauthenticated', request, unknownCaller(required))
      const missing = missingScopes(required, caller)
      if (missing.length === 0) return next()
      return end('forbidden', request, {
        message: describeMissing(missing),
        hint: `Get a token with ${required.join(' ')} and call again.`,
        details: { required_scopes: required, missing_scopes: missing },
      })
    },
  }
}

const scopesOf = ({ scopes = [] }: AnyTool): readonly string[] => scopes

/** True if whoever started the process calls; such a caller needs no token. */
const isTrusted = ({ isLocal = false, face }: CallRequest) => isLocal || ownFaces.has(face)

const unknownCaller = (required: readonly string[]): ReasonProblem => ({
  hint: `Send a token with the scope ${required.join(' ')}.`,
  details: { required_scopes: required, missing_scopes: required },
})
