import { contextTypeMissing, contextTypeUnknown } from './contexts.ts'
import {
  actionTargetInvalid,
  linkedIdInvalid,
  localeNotAllowed,
  schemaVersionMismatch,
} from './document.ts'
import {
  elementInstanceIdCollides,
  elementInstanceIdDuplicate,
  elementUnknown,
  priorityNegative,
  requiredCategoryMissing,
} from './elements.ts'
import {
  elementProvenanceAmbiguous,
  elementProvenanceUnknownElement,
  variableRationaleUnknownVariable,
} from './provenance.ts'
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

/** Every rule of a datachain. */
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

export type InstanceCode = (typeof instanceRules)[number]['code']
