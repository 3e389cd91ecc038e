import { defineTool, type NextStep, ok } from 'toolaccord'
import * as z from 'zod'
import { entryArgument } from '../../calls/arguments.ts'
import type { Darkroom } from '../../calls/darkroom.ts'
import { findEntry } from '../../calls/find-entry.ts'
import { guard } from '../../calls/guard.ts'
import { tagsArgument, warnUnknownTags } from '../../calls/tags.ts'
import type { EntryParameter, VocabularyEntry } from '../../editing/index.ts'

const Layer = z.enum(['L1', 'L2', 'L3'])

const Parameter = z.object({
  name: z.string(),
  summary: z.string(),
  type: z.string(),
  unit: z.string().optional(),
  range: z.tuple([z.number(), z.number()]).describe('Lowest and highest value, both included'),
  default: z.number().describe('Used if no value is given'),
  module: z.string().describe("darktable's operation"),
  modversion: z.int(),
  offset: z.int().describe('The offset of the field in the parameters of the operation, in bytes'),
})

/**
 * The schema of a move in a list. The names are for choosing, the short form has what is needed to
 * apply it.
 */
export const VocabularyItem = z.object({
  name: z.string(),
  layer: Layer,
  subtype: z.string().nullable().optional(),
  description: z.string(),
  tags: z.array(z.string()).optional(),
  touches: z.array(z.string()).optional().describe("darktable's operations that it sets"),
  mask_spec: z
    .record(z.string(), z.unknown())
    .nullable()
    .optional()
    .describe('The mask that it comes with'),
  global_variant: z.string().nullable().optional().describe('The same move without a mask'),
  parameters: z
    .array(Parameter)
    .nullable()
    .optional()
    .describe('What apply_primitive takes as value; null if it takes none'),
  raw_only: z
    .boolean()
    .optional()
    .describe('True if it works on raw files only; the short form leaves false out'),
  value: z.string().optional().describe('In the short form: what apply_primitive takes as value'),
})

const Detail = z.enum(['names', 'short', 'full'])
type Detail = z.output<typeof Detail>

/** More entries than this are too long for some hosts, which would cut the list. */
const mostShort = 40

/** Creates the tool that lists the moves. */
export const listVocabulary = ({ vocabulary }: Darkroom) =>
  defineTool({
    name: 'list_vocabulary',
    summary: 'List the moves that can be applied to a photo, with their parameters and ranges.',
    description: [
      'Begin here: without arguments it has every name with a few words. With names, tags or',
      'layer it has all that apply_primitive needs: each value, its range and what its sign means.',
      'detail full shows tags, modules and masks.',
      'Moves of layer L3 and looks of layer L2 are applied by name with apply_primitive;',
      'L1 and L2 are bound with bind_layers.',
    ].join(' '),
    input: z.object({
      layer: Layer.optional().describe(
        'L1 corrections for a camera and lens, L2 looks, L3 single moves',
      ),
      tags: tagsArgument(vocabulary.list()),
      names: z.array(entryArgument).max(64).optional().describe('Keep the entries of these names'),
      detail: Detail.optional().describe(
        `How much to show of each; default: short, and names for more than ${mostShort} entries`,
      ),
    }),
    output: z.array(VocabularyItem),
    effect: 'read',
    codes: ['not_found'],
    cli: { flags: { tags: 'tag', names: 'name' } },
    fidelity: { items: [{ path: '', id: 'name' }] },
    run: ({ layer, tags, names, detail }, call) =>
      guard(call, async () => {
        const named = names?.map((name, index) => findEntry(vocabulary, name, `names[${index}]`))
        warnUnknownTags(call, tags, vocabulary.list())
        const entries = vocabulary
          .list({ layer, tags })
          .filter((entry) => named?.includes(entry) ?? true)
        const shown = detail ?? defaultDetail(entries)
        if (shown === 'names') call.suggest(...stepsInto(entries))
        return ok(entries.map(forms[shown]))
      }),
  })

const defaultDetail = ({ length }: readonly VocabularyEntry[]): Detail =>
  length > mostShort ? 'names' : 'short'

/** The calls that show some of the entries of a long list in more detail. */
function stepsInto(entries: readonly VocabularyEntry[]): readonly NextStep[] {
  const names = entries.slice(0, 2).map(({ name }) => name)
  const [tag = ''] = entries[0]?.tags ?? []
  return [
    { tool: 'list_vocabulary', args: { names }, why: 'to see what the values of some mean' },
    { tool: 'list_vocabulary', args: { tags: [tag] }, why: 'to see all of a kind' },
  ]
}

/** The most characters of a description in a list of names. */
const longestPhrase = 45

/** Converts a move to a line of a list that has room for all of them. */
const toName = ({ name, layer, description }: VocabularyEntry) => ({
  name,
  layer,
  description: toPhrase(description),
})

/** The first sentence or clause of a description, without its end if it is long. */
function toPhrase(description: string): string {
  const [first = ''] = description.split(/[.:;](?: |$)/)
  if (first.length <= longestPhrase) return first
  return `${first.slice(0, first.lastIndexOf(' ', longestPhrase))} …`
}

function toShort(entry: VocabularyEntry) {
  const { name, layer, description, raw_only } = entry
  const short = { name, layer, description, value: describeValue(entry) }
  return raw_only ? { ...short, raw_only } : short
}

/** More parameters than this are explained by the description of their entry. */
const mostExplained = 4

/** What apply_primitive takes, and what its sign means: a ° alone does not say which way. */
function describeValue({ parameterSet, parameters }: VocabularyEntry): string {
  const { expected } = parameterSet
  if (!parameters || parameters.length > mostExplained) return expected
  const signed = parameters.filter(({ range }) => range[0] < 0)
  const [only] = signed
  if (only === undefined) return expected
  if (parameters.length === 1) return `${expected}: ${only.summary}`
  const lines = signed.map(({ name, summary }) => `${name}: ${summary}`)
  return `${expected}; ${lines.join('; ')}`
}

/** Converts a move to an item of a list. */
export const toVocabularyItem = ({
  name,
  layer,
  subtype,
  description,
  tags,
  touches,
  mask_spec,
  global_variant,
  parameters,
  raw_only,
}: VocabularyEntry) => ({
  name,
  layer,
  subtype,
  description,
  tags,
  touches,
  mask_spec,
  global_variant,
  parameters: parameters?.map(toParameter) ?? null,
  raw_only,
})

const toParameter = ({
  name,
  summary,
  type,
  unit,
  range,
  default: initial,
  module,
  modversion,
  offset,
}: EntryParameter) => ({
  name,
  summary,
  type,
  unit,
  range,
  default: initial,
  module,
  modversion,
  offset,
})

const forms = { names: toName, short: toShort, full: toVocabularyItem } as const
