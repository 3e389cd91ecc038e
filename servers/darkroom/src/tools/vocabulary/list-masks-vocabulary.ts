import { defineTool, ok } from 'toolaccord'
import * as z from 'zod'
import type { Darkroom } from '../../calls/darkroom.ts'
import { tagsArgument, warnUnknownTags } from '../../calls/tags.ts'

/** The schema of a named mask in a list. */
export const MaskItem = z.object({
  name: z.string(),
  kind: z.literal('mask'),
  description: z.string(),
  tags: z.array(z.string()),
  spec: z.record(z.string(), z.unknown()).describe('The mask_spec of this name'),
  llm_vision_prompt: z
    .string()
    .nullable()
    .describe('What to look for in a preview, to draw a more exact mask'),
  darktable_version: z.string(),
  source: z.string(),
})

/** Creates the tool that lists the named masks. */
export const listMasksVocabulary = ({ vocabulary }: Darkroom) =>
  defineTool({
    name: 'list_masks_vocabulary',
    summary: 'List the named masks, such as skies and shadows.',
    description: 'In every mask_spec, {"kind": "named", "name": …} is one of these.',
    input: z.object({ tags: tagsArgument(vocabulary.masks()) }),
    output: z.array(MaskItem),
    effect: 'read',
    cli: { flags: { tags: 'tag' } },
    run({ tags }, call) {
      warnUnknownTags(call, tags, vocabulary.masks())
      return ok(vocabulary.masks({ tags }).map((mask) => ({ ...mask })))
    },
  })
