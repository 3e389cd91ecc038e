import { defineTool, ok } from 'toolaccord'
import * as z from 'zod'
import { tagsArgument, warnUnknownTags } from '../../calls/tags.ts'
import type { Desk } from '../desk.ts'

/** Creates the command that lists moves. */
export const vocabList = ({ vocabulary }: Desk) =>
  defineTool({
    name: 'vocab_list',
    summary: 'List the moves of the vocabulary, a line each.',
    input: z.object({
      layer: z
        .enum(['L1', 'L2', 'L3'])
        .optional()
        .describe('L1 corrections for a camera and lens, L2 looks, L3 single moves'),
      tags: tagsArgument(vocabulary.list()),
    }),
    output: z.array(
      z.object({
        name: z.string(),
        layer: z.string(),
        parameters: z.array(z.string()),
        description: z.string(),
      }),
    ),
    effect: 'read',
    cli: { group: 'vocab', flags: { tags: 'tag' } },
    run({ layer, tags }, call) {
      warnUnknownTags(call, tags, vocabulary.list())
      return ok(
        vocabulary.list({ layer, tags }).map(({ name, layer, parameters, description }) => ({
          name,
          layer,
          parameters: (parameters ?? []).map((parameter) => parameter.name),
          description,
        })),
      )
    },
  })

/** Creates the command that lists masks. */
export const vocabListMasks = ({ vocabulary }: Desk) =>
  defineTool({
    name: 'vocab_list_masks',
    summary: 'List the named masks, a line each.',
    input: z.object({ tags: tagsArgument(vocabulary.masks()) }),
    output: z.array(
      z.object({ name: z.string(), tags: z.array(z.string()), description: z.string() }),
    ),
    effect: 'read',
    cli: { group: 'vocab', flags: { tags: 'tag' } },
    run({ tags }, call) {
      warnUnknownTags(call, tags, vocabulary.masks())
      return ok(
        vocabulary
          .masks({ tags })
          .map(({ name, tags, description }) => ({ name, tags: [...tags], description })),
      )
    },
  })
