import type { AuthReason } from '../auth/auth-refusal.ts'
import { findScopeLack } from '../auth/scopes.ts'
import type { CallRequest, Policy } from '../define/policy.ts'
import type { AnyTool } from '../define/tool.ts'
import type { Failure } from '../outcome/outcome.ts'
import type { ReasonProblem } from '../outcome/reasons.ts'
import type { RefusedCaller } from './create-refusal-log.ts'

/** True if whoever makes a call has the scopes of a tool. */
export function hasScopesOf(tool: AnyTool, request: CallRequest): boolean {
  const required = scopesOf(tool)
  return required.length === 0 || findScopeLack(required, request) === undefined
}

/** Creates the policy that refuses callers without the scopes of a tool, and logs whom. */
export function createScopes(logRefused: (refused: RefusedCaller) => void = () => {}): Policy {
  function end(reason: AuthReason, request: CallRequest, problem: ReasonProblem): Failure {
    const { id, face, caller } = request
    const failed = request.refuse(reason, problem)
    const [{ message }] = failed.problems
    const missingScopes = problem.details?.missing_scopes
    const findWanted = () => request.tool.name
    logRefused({ id, reason, message, findWanted, face, caller: caller?.id, missingScopes })
    return failed
  }

  return {
    name: 'scopes',
    covers: (tool) => scopesOf(tool).length > 0,
    async around(request, next) {
      const lack = findScopeLack(scopesOf(request.tool), request)
      return lack === undefined ? next() : end(lack.reason, request, lack.problem)
    },
  }
}

const scopesOf = ({ scopes = [] }: AnyTool): readonly string[] => scopes
