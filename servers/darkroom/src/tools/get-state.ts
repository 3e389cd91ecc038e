import { defineTool, ok } from 'toolaccord'
import * as z from 'zod'
import type { Darkroom } from './darkroom.ts'
import { guard } from './guard.ts'
import { imageId } from './inputs.ts'
import { StateAfter, describeHead } from './state-after.ts'

const empty: StateAfter = { head_hash: null, entry_count: 0, enabled_count: 0, layers_present: { L1: false, L2: false, L3: false } }

export const getState = ({ workspaces }: Darkroom) =>
  defineTool({
    name: 'get_state',
    summary: 'Tell how many modules an image has and which snapshot it is on.',
    description: 'Details of failures: image_id (not_found).',
    input: z.object({ image_id: imageId }),
    output: StateAfter.extend({ note: z.string().optional().describe('Why there is nothing') }),
    effect: 'read',
    codes: ['invalid_input', 'not_found', 'state_error', 'versioning_error'],
    cli: { positionals: ['image_id'] },
    run: ({ image_id }, call) =>
      guard(call, async () => {
        const head = await (await workspaces.open(image_id)).repository.head()
        return ok(head === undefined ? { ...empty, note: 'The workspace has no snapshot yet.' } : describeHead(head))
      }),
  })
