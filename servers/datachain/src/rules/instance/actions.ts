import { quote } from '../../findings/name-ids.ts'
import { defineRule } from '../../findings/rule.ts'
import { toActionHref } from '../../html/to-href.ts'
import type { Action } from '../../model/index.ts'
import type { InstanceScope } from '../scope/instance-scope.ts'

const webAddress = "an address that begins with 'https://' or 'http://'"
const accepted = {
  email: "an address such as 'privacy@example.org'",
  phone: "a number such as '+33 1 23 45 67 89'",
  url: webAddress,
  form: webAddress,
} as const

/** True if the rendered document can link to the target of an action, or needs no link. */
export const isActionFine = (action: Action): boolean =>
  action.type === 'postal' || toActionHref(action) !== undefined

/** The target of an action can be linked to. */
export const actionTargetInvalid = defineRule(
  'INSTANCE_ACTION_TARGET_INVALID',
  function* ({ datachain }: InstanceScope) {
    for (const [index, { actions }] of datachain.elements.entries()) {
      for (const [at, action] of actions.entries()) {
        if (action.type === 'postal' || isActionFine(action)) continue
        yield {
          message: `An action of the type ${action.type} cannot lead to ${quote(action.target)}.`,
          path: `elements[${index}].actions[${at}].target`,
          hint: `Give ${accepted[action.type]}.`,
        }
      }
    }
  },
)
