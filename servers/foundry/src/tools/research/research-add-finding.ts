import { defineTool, ok } from 'toolaccord'
import * as z from 'zod'
import { inputLimits } from '../../research/input-limits.ts'
import { confidences } from '../../research/records/research-finding.ts'
import type { Research } from '../../research/research.ts'
import { guard } from '../guard.ts'
import { researchArgument } from './research-argument.ts'

const CitationArgument = z.object({
  source_id: z.string().min(1).max(80).describe('Such as source-001'),
  locator: z
    .string()
    .max(80)
    .optional()
    .describe('Such as char:0-31; needed if the source has the quote more than once'),
  quote: z
    .string()
    .min(1)
    .max(inputLimits.quote)
    .describe('What the source says there, word for word'),
})

const input = z.object({
  research_id: researchArgument,
  statement: z.string().min(1).max(inputLimits.statement).describe('What was found'),
  confidence: z.enum(confidences).describe('From medium up a citation is needed'),
  citations: z
    .array(CitationArgument)
    .max(inputLimits.citations)
    .default([])
    .describe('What the statement stands on; each is checked against its source'),
})

/** Creates the tool that writes down what was found. */
export const researchAddFinding = ({ research }: { readonly research: Research }) =>
  defineTool({
    name: 'research_add_finding',
    summary: 'Write down what was found, with citations that the sources bear out.',
    input,
    output: z.object({ finding_id: z.string(), verified_citations: z.int() }),
    effect: 'write',
    codes: ['VALIDATION_ERROR', 'RESEARCH_NOT_FOUND', 'CITATION_NOT_VERIFIED', 'STORAGE_FAILED'],
    scopes: ['foundry:work'],
    run: ({ research_id, ...finding }, call) =>
      guard(call, async () => {
        const { id, citations } = await research.addFinding(research_id, finding)
        return ok({ finding_id: id, verified_citations: citations.length })
      }),
  })
