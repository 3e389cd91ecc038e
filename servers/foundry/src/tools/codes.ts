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
