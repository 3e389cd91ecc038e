/** The codes of tools that find a plan and read it. */
export const readCodes = [
  'SPEC_NOT_FOUND',
  'TASK_NOT_FOUND',
  'VALIDATION_ERROR',
  'INVALID_SPEC',
  'CONFLICT',
  'STORAGE_FAILED',
] as const

/** The codes of tools that change a plan. */
export const writeCodes = [...readCodes, 'VERSION_CONFLICT', 'RESOURCE_BUSY', 'FORBIDDEN'] as const

/** The codes of tools that add parts to a plan, or put them elsewhere. */
export const addCodes = [
  ...writeCodes,
  'DUPLICATE_ENTRY',
  'INVALID_PARENT',
  'INVALID_POSITION',
  'MISSING_REQUIRED',
  'DEPENDENCY_NOT_FOUND',
  'CIRCULAR_DEPENDENCY',
  'SELF_REFERENCE',
] as const
