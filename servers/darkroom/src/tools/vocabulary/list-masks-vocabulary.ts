import { defineTool, ok } from 'toolaccord'
import * as z from 'zod'
import type { Darkroom } from '../../calls/darkroom.ts'
import { tagsArgument, warnUnknownTags } from '../../calls/tags.ts'

/** A named mask, as a list shows it. */
export const MaskItem = z.object({
  name: z.string(),
  kind: z.literal('mask'),
  description: z.string(),
  tags: z.array(z.string()),
  spec: z.record(z.string(), z.unknown()).describe('The mask_spec that it stands for'),
  llm_vision_prompt: z
    .string()
    .nullable()
    .describe('What to look for in a preview, to draw a closer mask'),
  darktable_version: z.string(),
  source: z.string(),
})

export const listMasksVocabulary = ({ vocabulary }: Darkroom) =>
  defineTool({
    name: 'list_masks_vocabulary',
    summary: 'List the named masks, such as skies and shadows.',
    description:
      'Wherever a tool takes a mask_spec, {"kind": "named", "name": …} stands for one of these.',
    input: z.object({ tags: tagsArgument(vocabulary.masks()) }),
    output: z.array(MaskItem),
    effect: 'read',
    cli: { flags: { tags: 'tag' } },
    run({ tags }, call) {
      warnUnknownTags(call, tags, vocabulary.masks())
      return ok(vocabulary.masks({ tags }).map((mask) => ({ ...mask })))
    },
  })
