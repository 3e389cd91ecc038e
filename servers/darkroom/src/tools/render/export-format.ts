import * as z from 'zod'

/** The formats of exports. */
export const exportFormat = z.enum(['jpeg', 'png'])

/** The size of an export. */
export const exportSize = z
  .int()
  .min(64)
  .max(16_384)
  .optional()
  .describe('The longer side, in pixels at most; default: the full size')
