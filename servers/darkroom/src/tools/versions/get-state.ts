import { defineTool, ok } from 'toolaccord'
import * as z from 'zod'
import { imageArgument } from '../../calls/arguments.ts'
import type { Darkroom } from '../../calls/darkroom.ts'
import { guard } from '../../calls/guard.ts'
import { StateAfter, describeHead } from '../../calls/state-after.ts'

const empty: StateAfter = {
  head_hash: null,
  entry_count: 0,
  enabled_count: 0,
  layers_present: { L1: false, L2: false, L3: false },
}

const detached = 'HEAD is detached: check out a branch, or make one, before the next move.'

/** Creates the tool that describes the state of an image. */
export const getState = ({ workspaces }: Darkroom) =>
  defineTool({
    name: 'get_state',
    summary: 'Show how many modules an image has and which snapshot it is on.',
    description: 'Details of failures: image_id (not_found).',
    input: z.object({ image_id: imageArgument }),
    output: StateAfter.extend({
      note: z
        .string()
        .optional()
        .describe('Says that there is no snapshot, or that HEAD is detached'),
    }),
    effect: 'read',
    codes: ['invalid_input', 'not_found', 'state_error', 'versioning_error'],
    cli: { positionals: ['image_id'] },
    run: ({ image_id }, call) =>
      guard(call, async () => {
        const { repository } = await workspaces.open(image_id)
        const head = await repository.head()
        if (head === undefined) return ok({ ...empty, note: 'The workspace has no snapshot yet.' })
        const state = describeHead(head)
        const branch = await repository.branchOfHead()
        if (branch !== undefined) return ok(state)
        return ok({ ...state, note: detached })
      }),
  })
