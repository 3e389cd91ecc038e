import { type Call, defineTool, ok } from 'toolaccord'
import * as z from 'zod'
import { sourceKinds } from '../../research/documents/load-source.ts'
import type { Research } from '../../research/research.ts'
import type { FailedSource } from '../../research/source-result.ts'
import { guard } from '../guard.ts'
import { researchArgument } from './research-argument.ts'

/** Base64 of 10 MB. */
const longestValue = 14_000_000

const SourceArgument = z.object({
  kind: z.enum(sourceKinds).describe('What value is'),
  value: z
    .string()
    .min(1)
    .max(longestValue)
    .describe('The text, the HTML, a PDF in base64, a path from the repository root, or a URL'),
  title: z.string().min(1).max(200).optional().describe('Default: found in the document'),
})

const input = z.object({
  research_id: researchArgument,
  sources: z.array(SourceArgument).min(1).max(20).describe('The documents to read'),
})

const Failed = z.object({
  origin: z.string(),
  error: z.string().describe('What was wrong, and what to do'),
})

const output = z.object({
  source_ids: z.array(z.string()).describe('Cite the sources by these; in the order of the call'),
  failed: z.array(Failed).optional().describe('What could not be added'),
})

/** Creates the tool that reads sources for a question. */
export const researchAddSources = ({ research }: { readonly research: Research }) =>
  defineTool({
    name: 'research_add_sources',
    summary: 'Read documents for a question, and condense each long one to what answers it.',
    description:
      'A document that cannot be read is named; the others are added. One that is added again ' +
      'is read anew. research_list with show: sources gives what to cite.',
    input,
    output,
    effect: 'write',
    codes: [
      'VALIDATION_ERROR',
      'NOT_FOUND',
      'RESEARCH_NOT_FOUND',
      'BLOCKED_HOST',
      'UNREADABLE_SOURCE',
      'FETCH_FAILED',
      'STORAGE_FAILED',
    ],
    scopes: ['foundry:work'],
    openWorld: true,
    // A source that is added again is the same source.
    long: { repeatable: true },
    fidelity: { items: [{ path: 'failed', id: 'origin' }] },
    run: ({ research_id, sources }, call) =>
      guard(call, async () => {
        const { results, warnings } = await research.addSources(research_id, sources, {
          signal: call.signal,
          onProgress: (done, total, message) => call.progress(done, total, message),
        })
        const added = results.filter((result) => result.ok)
        const failed = results.filter((result) => !result.ok)
        if (added.length === 0) failAll(failed, call)
        const source_ids = added.map(({ source }) => source.id)
        if (failed.length === 0) return ok({ source_ids }, { warnings })
        return ok({ source_ids, failed: failed.map(toFailed) }, { warnings })
      }),
  })

const toFailed = ({ origin, message, hint = '' }: FailedSource): z.output<typeof Failed> => ({
  origin,
  error: `${message} ${hint}`.trim(),
})

/** If nothing was added, the call failed, with the code of the first source. */
function failAll([first, ...others]: readonly FailedSource[], call: Pick<Call, 'fail'>): void {
  if (first === undefined) return
  const { code, message, hint, index } = first
  const more = others.map((other) => ({ origin: other.origin, error: other.message }))
  const details = { ...first.details, others: more.length === 0 ? undefined : more }
  call.fail(code, { message, hint, details, path: `sources[${index}].value` })
}
