import type { Codebook } from 'toolaccord'
import type { InstanceCode } from '../rules/instance/index.ts'
import type { ResolvedCode } from '../rules/resolved/index.ts'

type Advice = 'CONTEXT_TYPE_MISSING' | 'INSTANCE_SUBCHAIN_CATEGORY_OUTSIDE'

/** The code of a finding that makes a datachain invalid. */
export type RuleCode = Exclude<InstanceCode | ResolvedCode, Advice>

const summaries: Readonly<Record<RuleCode, string>> = {
  INSTANCE_SCHEMA_VERSION_MISMATCH:
    'The datachain is written for another version than the one asked for.',
  REQUIRED_CATEGORY_MISSING: 'A required category has no element.',
  INSTANCE_ELEMENT_UNKNOWN: 'A placement names an element that the version does not have.',
  INSTANCE_ELEMENT_INSTANCE_ID_DUPLICATE: 'Two placements have the same id.',
  INSTANCE_ELEMENT_INSTANCE_ID_COLLIDES_WITH_ELEMENT_ID:
    'A placement has the id of a placed element.',
  INSTANCE_PRIORITY_NEGATIVE: 'A priority is below 0.',
  CONTEXT_TYPE_UNKNOWN: 'The element has no such context value.',
  INSTANCE_VARIABLE_UNKNOWN: 'The element has no such variable.',
  INSTANCE_VARIABLE_DUPLICATE: 'A variable has two values.',
  INSTANCE_VARIABLE_VALUE_SHAPE: 'The value of a variable does not fit its kind.',
  INSTANCE_VARIABLE_VALUE_EMPTY: 'The value of a variable is empty.',
  INSTANCE_VARIABLE_VALUE_DUPLICATE: 'An option is chosen twice.',
  INSTANCE_VARIABLE_OPTION_UNKNOWN: 'The variable has no such option.',
  INSTANCE_VARIABLE_OPTION_NOT_APPLICABLE: 'A chosen option does not apply to the element.',
  INSTANCE_REQUIRED_VARIABLE_MISSING: 'A required variable has no value.',
  INSTANCE_SUBCHAIN_DUPLICATE: 'Two subchain instances have the same id.',
  INSTANCE_SUBCHAIN_UNKNOWN: 'The datachain type has no such subchain.',
  INSTANCE_SUBCHAIN_HEAD_UNKNOWN: 'The head of a subchain is not placed.',
  INSTANCE_SUBCHAIN_REF_UNKNOWN: 'A placement belongs to a subchain instance that does not exist.',
  INSTANCE_LOCALE_NOT_ALLOWED:
    'A text is in a language that the version does not have, or twice in one.',
  INSTANCE_ACTION_TARGET_INVALID:
    'An action leads to something other than a web, mail or telephone address.',
  INSTANCE_LINKED_ID_INVALID:
    'A linked id is not valid, repeated, or that of the datachain itself.',
  element_provenance_ambiguous: 'A provenance key names an element that is placed more than once.',
  element_provenance_unknown_element: 'A provenance key names nothing that is placed.',
  variable_rationale_unknown_variable:
    'A rationale is about a variable that the element does not have.',
  element_id_collision: 'A suggested element has the id of another.',
  provenance_required: 'Elements are suggested, and no AI is named as the author.',
  unknown_element_id: 'A placement names an element that is neither in the snapshot nor suggested.',
  suggested_category_unknown:
    'A suggested element is of a category that the snapshot does not have.',
  snapshot_drift: 'The snapshot differs from the version.',
}

/** Every code of a rule. The cast names the keys of the table. */
export const ruleCodes = Object.keys(summaries) as readonly RuleCode[]

const rules = Object.fromEntries(
  Object.entries(summaries).map(([code, summary]) => [
    code,
    { kind: 'validation' as const, summary },
  ]),
)

/** The codes of this server beside those of its contract. */
export const codes = {
  parse_error: {
    kind: 'validation',
    summary: 'The datachain does not have the form of one.',
  },
  unknown_version: {
    kind: 'not_found',
    summary: 'There is no such version.',
    next: [{ tool: 'list_schema_versions', why: 'to see every version' }],
  },
  element_not_found: {
    kind: 'not_found',
    summary: 'The version has no such element.',
    next: [{ tool: 'list_elements', why: 'to see every element' }],
  },
  element_ids_too_many: {
    kind: 'validation',
    summary: 'More element ids than one call may ask for.',
    hint: 'Ask for at most 100 at a time.',
  },
  unknown_variant: { kind: 'not_found', summary: 'The element has no such icon variant.' },
  ...rules,
} satisfies Codebook
