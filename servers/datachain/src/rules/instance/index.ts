import { actionTargetInvalid } from './actions.ts'
import { contextTypeMissing, contextTypeUnknown } from './contexts.ts'
import {
  elementInstanceIdCollides,
  elementInstanceIdDuplicate,
  elementUnknown,
  priorityNegative,
  requiredCategoryMissing,
} from './elements.ts'
import { linkedIdInvalid } from './linked-ids.ts'
import { localeNotAllowed } from './locales.ts'
import {
  elementProvenanceAmbiguous,
  elementProvenanceUnknownElement,
  variableRationaleUnknownVariable,
} from './provenance.ts'
import { schemaVersionMismatch } from './schema-version-mismatch.ts'
import {
  subchainCategoryOutside,
  subchainHeadUnknown,
  subchainInstanceDuplicate,
  subchainRefUnknown,
  subchainUnknown,
} from './subchains.ts'
import {
  requiredVariableMissing,
  variableDuplicate,
  variableOptionNotApplicable,
  variableOptionUnknown,
  variableUnknown,
  variableValueDuplicate,
  variableValueEmpty,
  variableValueShape,
} from './variables.ts'

/** Every rule that a datachain must keep. */
export const instanceRules = [
  schemaVersionMismatch,
  requiredCategoryMissing,
  elementUnknown,
  elementInstanceIdDuplicate,
  elementInstanceIdCollides,
  priorityNegative,
  contextTypeUnknown,
  contextTypeMissing,
  variableUnknown,
  variableDuplicate,
  variableValueShape,
  variableValueEmpty,
  variableValueDuplicate,
  variableOptionUnknown,
  variableOptionNotApplicable,
  requiredVariableMissing,
  subchainInstanceDuplicate,
  subchainUnknown,
  subchainHeadUnknown,
  subchainRefUnknown,
  subchainCategoryOutside,
  localeNotAllowed,
  actionTargetInvalid,
  linkedIdInvalid,
  elementProvenanceAmbiguous,
  elementProvenanceUnknownElement,
  variableRationaleUnknownVariable,
] as const

/** The code of such a rule. */
export type InstanceCode = (typeof instanceRules)[number]['code']
