import * as z from 'zod'
import { fields } from './fields.ts'
import type { Frozen } from './frozen.ts'

/** A source that something was taken from. */
export const SourceRef = z.strictObject({
  type: z.enum([
    'ai_register',
    'model_card',
    'policy_document',
    'api_documentation',
    'framework',
    'standard',
    'regulation',
    'research_paper',
    'prior_art',
    'internal_memo',
    'other',
  ]),
  title: fields.line,
  url: fields.webAddress.optional(),
  citation: fields.prose.optional(),
})

/** A source, as it was parsed. */
export type SourceRef = Frozen<z.infer<typeof SourceRef>>
