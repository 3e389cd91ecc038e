import type { CallRequest, Next, Policy } from '../define/policy.ts'
import type { Failure, Warning } from '../outcome/outcome.ts'
import { toWarning, withWarning } from '../outcome/warnings.ts'
import type { Flags } from './create-flags.ts'

/** Creates the policy that answers `call.flag`, and refuses calls of tools whose flag is off. */
export function createFlagPolicy(flags: Flags): Policy {
  return Object.freeze({
    name: 'flags',
    async around(request: CallRequest, next: Next) {
      const gate = request.tool.flag
      const flag = (name: string) => flags.isOn(name, request)
      if (gate === undefined) return next({ flag })
      const outcome = flag(gate) ? await next({ flag }) : refuse(request, gate, flags)
      if (!flags.isExpired(gate)) return outcome
      return withWarning(outcome, toExpiryWarning(gate, flags))
    },
  })
}

function refuse({ tool, refuse }: CallRequest, feature: string, flags: Flags): Failure {
  const { state, owner } = flags.definitions[feature] ?? {}
  return refuse('feature_disabled', {
    message: `'${tool.name}' needs the feature '${feature}', which is not enabled for this caller.`,
    hint:
      `The feature is ${state}. Ask its owner, ${owner}, to enable '${feature}' for you; ` +
      'until then use another tool.',
    details: { feature, state },
  })
}

function toExpiryWarning(feature: string, flags: Flags): Warning {
  const { expires, owner } = flags.definitions[feature] ?? {}
  const message =
    `The feature flag '${feature}' expired on ${expires}; what it gates may change. ` +
    `Its owner is ${owner}.`
  return toWarning('FLAG_EXPIRED', message, { feature, expires })
}
