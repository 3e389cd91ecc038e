import { type Call, defineTool, ok } from 'toolaccord'
import * as z from 'zod'
import { sourceKinds } from '../../research/documents/load-source.ts'
import type { Research } from '../../research/research.ts'
import type { AddedSource, FailedSource, SourceResult } from '../../research/source-result.ts'
import { guard } from '../guard.ts'
import { researchArgument } from './research-arguments.ts'

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

const Result = z.object({
  id: z.string().optional().describe('Cite the source by it; absent if it could not be added'),
  origin: z.string(),
  content_type: z.string().optional().describe('digest/v1 if the source was condensed'),
  error: z.string().optional().describe('Why it could not be added, and what to do'),
})

const output = z.object({ added: z.int(), results: z.array(Result) })

/** Creates the tool that reads sources for a question. */
export const researchAddSources = ({ research }: { readonly research: Research }) =>
  defineTool({
    name: 'research_add_sources',
    summary: 'Read documents for a question, and condense each long one to what answers it.',
    description:
      'A document that cannot be read has an error in its result; the others are added. ' +
      'A source that is added again is read anew.',
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
    fidelity: { items: [{ path: 'results', id: 'origin' }] },
    run: ({ research_id, sources }, call) =>
      guard(call, async () => {
        const { results, warnings } = await research.addSources(research_id, sources, {
          signal: call.signal,
          onProgress: (done, total, message) => call.progress(done, total, message),
        })
        const added = results.filter((result) => result.ok)
        if (added.length === 0) failAll(results, call)
        return ok({ added: added.length, results: results.map(toResult) }, { warnings })
      }),
  })

function toResult(result: SourceResult): z.output<typeof Result> {
  return result.ok ? toAddedResult(result) : toFailedResult(result)
}

const toAddedResult = ({ origin, source }: AddedSource) => ({
  id: source.id,
  origin,
  content_type: source.content_type,
})

const toFailedResult = ({ origin, message, hint = '' }: FailedSource) => ({
  origin,
  error: `${message} ${hint}`.trim(),
})

/** If nothing was added, the call failed, with the code of the first source. */
function failAll(results: readonly SourceResult[], call: Pick<Call, 'fail'>): void {
  const failed = results.filter((result) => !result.ok)
  const [first] = failed
  if (first === undefined) return
  const others = failed.slice(1).map(({ origin, code, message }) => ({ origin, code, message }))
  const { code, message, hint } = first
  const details = others.length === 0 ? first.details : { ...first.details, others }
  call.fail(code, { message, hint, details, path: `sources[${first.index}].value` })
}
