import { type Call, type ProblemInit, defineTool, ok } from 'toolaccord'
import * as z from 'zod'
import type { Domain } from '../../domain/domain.ts'
import { parseYamlItems } from '../../json/parse-yaml.ts'
import { type RuleCode, ruleCodes } from '../codes.ts'
import { inputs } from '../inputs.ts'
import { notesOf, readVersion, versionCodes } from '../read-version.ts'
import { ItemResult, type ItemRequest, judgeItem } from './judge-item.ts'
import { documentCodes } from './read-datachain.ts'

/** The most datachains in one call. */
const mostItems = 1000

/** A state is kept after so many: it holds all results so far, and grows with them. */
const checkpointEvery = 50

/** As many of the invalid datachains are named beside the results. */
const mostProblems = 50

/** An answer can be fetched for an hour; its arguments are kept as long. */
const keepMs = 3_600_000

const input = z.object({
  version: inputs.documentVersion.describe(
    'A version for all of them; default: the schema_version of each',
  ),
  datachains: z
    .array(inputs.datachain)
    .min(1)
    .max(mostItems)
    .describe(`The datachains, at most ${mostItems}`),
  render: z
    .boolean()
    .default(false)
    .describe('True to render each that is valid, as render_datachain does'),
  locale: inputs.locale,
})

const output = z.object({
  valid_count: z.int(),
  invalid_count: z.int(),
  results: z.array(ItemResult).describe('One for each datachain, in their order'),
})

const Results = z.array(ItemResult)

/** The tool validate_datachains. */
export const validateDatachains = (domain: Domain) =>
  defineTool({
    name: 'validate_datachains',
    summary: 'Check many datachains in one call, and render those that are valid if asked to.',
    description:
      'Each datachain has its own result. If some are not valid, the answer is a soft failure ' +
      'with the results of all. It may take long.',
    input,
    output,
    effect: 'read',
    codes: [...versionCodes, ...documentCodes, ...ruleCodes],
    cli: {
      positionals: ['datachains'],
      flags: inputs.versionFlag,
      files: { datachains: parseYamlItems },
    },
    // One at a time: it computes in the process that also answers all other calls.
    long: { keepMs, concurrency: 1 },
    fidelity: {
      items: [
        {
          path: 'results',
          id: ({ index }) => String(index),
          priority: ({ ok: isValid }) => (isValid ? 0 : 1),
        },
      ],
    },
    async run({ datachains, ...asked }, call) {
      const { version: name } = asked
      const notes = name === undefined ? {} : notesOf(readVersion(domain.catalogue, name))
      const results = await judgeAll(domain, datachains, asked, call)
      const invalid = results.filter((result) => !result.ok)
      const invalid_count = invalid.length
      const data = { valid_count: results.length - invalid_count, invalid_count, results }
      call.say(`${data.valid_count} of ${results.length} datachains are valid.`)
      const [first, ...others] = invalid.slice(0, mostProblems).map(toProblem)
      if (first === undefined) return ok(data, notes)
      return call.reject([first, ...others], { data, notes })
    },
  })

/** Judges what has no result yet; others are served between two datachains. */
async function judgeAll(
  domain: Domain,
  documents: readonly Readonly<Record<string, unknown>>[],
  asked: ItemRequest,
  call: Pick<Call, 'resumed' | 'signal' | 'progress' | 'checkpoint'>,
): Promise<readonly ItemResult[]> {
  const results = call.resumed === undefined ? [] : Results.parse(call.resumed)
  for (const [index, document] of documents.entries()) {
    if (index < results.length) continue
    call.signal.throwIfAborted()
    const result = await judgeItem(domain, document, index, asked)
    results.push(result)
    if (results.length % checkpointEvery === 0) await call.checkpoint(results)
    call.progress(results.length, documents.length, result.id)
    await new Promise((resolve) => setImmediate(resolve))
  }
  return results
}

/** The first error of an invalid datachain; the cast holds because only such codes are thrown. */
function toProblem({ index, errors, error_count }: ItemResult): ProblemInit<RuleCode> {
  const [first] = errors
  const more = error_count > 1 ? ` It has ${error_count} errors in all.` : ''
  return {
    code: first?.code as RuleCode,
    message: `${first?.message ?? ''}${more}`,
    path: toPath(index, first?.path),
    hint: first?.fix_hint,
  }
}

/** The path of a place in a datachain, seen from the call. */
function toPath(index: number, path = ''): string {
  const item = `datachains[${index}]`
  if (path === '' || path === 'version' || path === 'datachain') return item
  return path.startsWith('[') ? item + path : `${item}.${path}`
}
