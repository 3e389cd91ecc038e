import { defineTool, ok } from 'toolaccord'
import * as z from 'zod'
import { imageArgument, refArgument } from '../../calls/arguments.ts'
import type { Darkroom } from '../../calls/darkroom.ts'
import { guard } from '../../calls/guard.ts'

export const tag = ({ workspaces }: Darkroom) =>
  defineTool({
    name: 'tag',
    summary: 'Give a snapshot a name that never moves.',
    description:
      'Details of failures: image_id (not_found), ref and hash (versioning_error, when there is such a tag), ref (versioning_error, when there is no such snapshot).',
    input: z.object({
      image_id: imageArgument,
      name: z
        .string()
        .min(1)
        .max(200)
        .describe("Letters, digits, '_', '.' and '-'")
        .meta({ examples: ['keeper'] }),
      hash: refArgument.optional().describe('The snapshot; default: the one that HEAD is on'),
    }),
    output: z.object({ ref: z.string().describe('The full name') }),
    effect: 'write',
    codes: ['invalid_input', 'not_found', 'state_error', 'versioning_error'],
    cli: { positionals: ['image_id'] },
    run: ({ image_id, name, hash }, call) =>
      guard(call, async () =>
        ok({ ref: await (await workspaces.open(image_id)).repository.tag(name, hash) }),
      ),
  })
