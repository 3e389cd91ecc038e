import * as z from 'zod'

/** The argument that names an image. */
export const imageArgument = z
  .string()
  .min(1)
  .max(200)
  .describe("The image's id, as ingest gave it")
  .meta({ examples: ['IMG_1234'] })

/** A snapshot, however it is named. */
export const refArgument = z
  .string()
  .min(1)
  .max(200)
  .describe(
    'HEAD, a branch, a tag, a hash or its first 4 characters; ~1 after it is the move before',
  )
  .meta({ examples: ['HEAD~1'] })

/** The name of a snapshot in the log. */
export const labelArgument = z
  .string()
  .max(200)
  .optional()
  .describe('What to call the snapshot in the log')

/** The size of a preview. */
export const sizeArgument = z
  .int()
  .min(64)
  .max(8192)
  .default(1024)
  .describe('The longer side, in pixels at most')

/** On a command line, the snapshot is --ref. */
export const refFlag = { ref_or_hash: 'ref' } as const

/** A name of the vocabulary. */
export const entryArgument = z
  .string()
  .min(1)
  .max(128)
  .meta({ examples: ['exposure'] })

/** A text that a caller writes. */
export const proseArgument = z.string().max(20_000)

/** The path of a file that a caller names. */
export const pathArgument = z
  .string()
  .min(1)
  .max(4096)
  .refine((path) => !path.includes('\0'), 'A path holds no zero byte.')

/** A line for the photographer's tastes. */
export const tasteArguments = {
  content: proseArgument
    .trim()
    .min(1)
    .describe('Markdown')
    .meta({ examples: ['Skies a little warm.'] }),
  category: z
    .enum(['appearance', 'process', 'value'])
    .describe('How pictures look, how to work, or what matters'),
  file: z.string().min(1).max(100).optional().describe('The genre; default: tastes in general'),
}
