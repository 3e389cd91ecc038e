import { defineTool, ok } from 'toolaccord'
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

/** The schema of a move in a list; the short form has what is needed to choose and apply it. */
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

/** Creates the tool that lists the moves. */
export const listVocabulary = ({ vocabulary }: Darkroom) =>
  defineTool({
    name: 'list_vocabulary',
    summary: 'List the moves that can be applied to a photo, with their parameters and ranges.',
    description: [
      'Begin here: the short form has all that apply_primitive needs, with what the sign of a',
      'value means. detail full with names shows tags, modules and masks of some entries.',
      'Moves of layer L3 and looks of layer L2 are applied by name with apply_primitive;',
      'L1 and L2 are bound with bind_layers. Details of failures: primitive_name (not_found).',
    ].join(' '),
    input: z.object({
      layer: Layer.optional().describe(
        'L1 corrections for a camera and lens, L2 looks, L3 single moves',
      ),
      tags: tagsArgument(vocabulary.list()),
      names: z.array(entryArgument).max(64).optional().describe('Keep the entries of these names'),
      detail: z.enum(['short', 'full']).default('short').describe('How much to show of each'),
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
        if (detail === 'short') return ok(entries.map(toShort))
        return ok(entries.map(toVocabularyItem))
      }),
  })

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
