import * as z from 'zod'

/** The check of a call. */
export const verifyArgument = z
  .string()
  .min(1)
  .max(128)
  .describe('The verify_id of a check, as prepare gives it')
