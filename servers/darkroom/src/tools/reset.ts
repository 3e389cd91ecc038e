import { defineTool, ok } from 'toolaccord'
import * as z from 'zod'
import type { Darkroom } from './darkroom.ts'
import { guard } from './guard.ts'
import { imageId } from './inputs.ts'
import { StateAfter, describeHead } from './state-after.ts'

export const reset = ({ workspaces }: Darkroom) =>
  defineTool({
    name: 'reset',
    summary: 'Put an image back to what it was when it was ingested; every snapshot is kept.',
    description: 'The branch goes back to the tag baseline; a detached HEAD goes back to main. Details of failures: image_id (not_found).',
    input: z.object({ image_id: imageId }),
    output: StateAfter,
    effect: 'write',
    codes: ['invalid_input', 'not_found', 'state_error', 'versioning_error'],
    cli: { positionals: ['image_id'] },
    run: ({ image_id }, call) => guard(call, async () => ok(describeHead(await (await workspaces.open(image_id)).repository.reset()))),
  })
