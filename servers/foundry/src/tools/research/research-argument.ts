import * as z from 'zod'

/** The argument that names a question. */
export const researchArgument = z
  .string()
  .min(1)
  .max(80)
  .describe('The id of the question')
  .meta({ examples: ['research-k3x9'] })
