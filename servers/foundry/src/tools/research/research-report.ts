import { defineTool, ok } from 'toolaccord'
import * as z from 'zod'
import type { Research } from '../../research/research.ts'
import { guard } from '../guard.ts'
import { researchArgument } from './research-argument.ts'

const output = z.object({
  research_id: z.string(),
  report: z.string().describe('Markdown'),
  total_findings: z.int(),
  total_sources: z.int(),
  unverified_citations: z.int().describe('Citations that their sources do not bear out any more'),
})

/** Creates the tool that writes the report of a question. */
export const researchReport = ({ research }: { readonly research: Research }) =>
  defineTool({
    name: 'research_report',
    summary: 'Write what was found as Markdown, with numbered citations and their check marks.',
    input: z.object({ research_id: researchArgument }),
    output,
    effect: 'read',
    codes: ['RESEARCH_NOT_FOUND', 'STORAGE_FAILED'],
    scopes: ['foundry:read'],
    cli: { positionals: ['research_id'], output: 'report' },
    run: ({ research_id }, call) =>
      guard(call, async () => {
        const report = await research.report(research_id)
        const data = {
          research_id,
          report: report.markdown,
          total_findings: report.findings,
          total_sources: report.sources,
          unverified_citations: report.unverified,
        }
        return ok(data, { warnings: report.warnings })
      }),
  })
