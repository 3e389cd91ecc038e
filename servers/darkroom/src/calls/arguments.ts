import * as z from 'zod'

/** The argument that names an image. */
export const imageArgument = z
  .string()
  .min(1)
  .max(200)
  .describe("The image's id, as ingest returned it")
  .meta({ examples: ['IMG_1234'] })

/** The argument that names a snapshot. */
export const refArgument = z
  .string()
  .min(1)
  .max(200)
  .describe(
    'HEAD, a branch, a tag, a hash or its first 4 characters; ~1 after it is the move before, ' +
      'redo the undone move',
  )
  .meta({ examples: ['HEAD~1'] })

/** The argument that names a new branch or tag. */
export const newRefArgument = z
  .string()
  .min(1)
  .max(200)
  .describe("Letters, digits, '_', '.' and '-'")

/** The argument for the label of a snapshot in the log. */
export const labelArgument = z
  .string()
  .max(200)
  .optional()
  .describe('The label of the snapshot in the log')

/** The argument for the size of a preview. */
export const sizeArgument = z
  .int()
  .min(64)
  .max(8192)
  .default(1024)
  .describe('The longer side, in pixels at most')

/** On a command line, the snapshot is --ref. */
export const refFlag = { ref_or_hash: 'ref' } as const

/** The argument that names an entry of the vocabulary. */
export const entryArgument = z
  .string()
  .min(1)
  .max(128)
  .meta({ examples: ['exposure'] })

/** An argument for free text. */
export const proseArgument = z.string().max(20_000)

/** The argument for the path of a file. */
export const pathArgument = z
  .string()
  .min(1)
  .max(4096)
  .refine((path) => !path.includes('\0'), 'A path cannot contain a zero byte.')

/** The arguments for a line of the photographer's tastes. */
export const tasteArguments = {
  content: proseArgument
    .trim()
    .min(1)
    .describe('Markdown')
    .meta({ examples: ['Skies a little warm.'] }),
  category: z
    .enum(['appearance', 'process', 'value'])
    .describe('How pictures look, how to work, or what matters'),
  file: z.string().min(1).max(100).optional().describe('The genre; default: general tastes'),
}
