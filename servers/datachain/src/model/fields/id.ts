import * as z from 'zod'

/** Letters, digits, `_` and `-`: safe in a path, an attribute and a file name. */
export const Id = z
  .string()
  .regex(/^[\w-]+$/, 'letters, digits, _ and - only')
  .max(128)
