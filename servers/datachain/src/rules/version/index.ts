import type { VersionDraft } from '../../drafts/version-draft.ts'
import type { Rule } from '../../findings/rule.ts'
import {
  categoryOrderRefMissing,
  categoryRefMissing,
  subchainCategoryRefMissing,
} from './category-refs.ts'
import {
  contextValueColorInvalid,
  createLowContrast,
  reservedVariantToken,
} from './context-values.ts'
import { datachainTypeMismatch } from './datachain-type-mismatch.ts'
import {
  categoryDuplicate,
  categoryOrderDuplicate,
  contextValueDuplicate,
  elementDuplicate,
  subchainCategoryDuplicate,
  subchainDuplicate,
  variableDuplicate,
  variableOptionDuplicate,
} from './duplicates.ts'
import { localeFieldEmpty, localeNotAllowed, localeVariableDrift } from './locales.ts'
import { symbolActiveContent, symbolMalformedWrapper, symbolNotFound } from './symbols.ts'
import {
  variableOptionAppliesToUnknown,
  variableOptionsEmpty,
  variableRefMissing,
  variableRequiredEmptyOptions,
} from './variables.ts'

/** Every rule that a version must keep before it is served. */
export const versionRules: readonly Rule<VersionDraft>[] = [
  categoryDuplicate,
  elementDuplicate,
  contextValueDuplicate,
  categoryRefMissing,
  datachainTypeMismatch,
  categoryOrderRefMissing,
  categoryOrderDuplicate,
  subchainDuplicate,
  subchainCategoryRefMissing,
  subchainCategoryDuplicate,
  localeFieldEmpty,
  localeNotAllowed,
  variableDuplicate,
  variableRefMissing,
  variableOptionDuplicate,
  variableOptionAppliesToUnknown,
  variableOptionsEmpty,
  variableRequiredEmptyOptions,
  localeVariableDrift,
  contextValueColorInvalid,
  createLowContrast(),
  symbolNotFound,
  symbolMalformedWrapper,
  symbolActiveContent,
  reservedVariantToken,
]
