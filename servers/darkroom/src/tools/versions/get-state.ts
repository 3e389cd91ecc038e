import { defineTool, ok } from 'toolaccord'
import * as z from 'zod'
import { imageArgument } from '../../calls/arguments.ts'
import type { Darkroom } from '../../calls/darkroom.ts'
import { guard } from '../../calls/guard.ts'
import { StateAfter, describeHead } from '../../calls/state-after.ts'
import { listModules, readXmp } from '../../editing/index.ts'

const empty: StateAfter = {
  head_hash: null,
  entry_count: 0,
  enabled_count: 0,
  layers_present: { L1: false, L2: false, L3: false },
}

const Module = z.object({
  operation: z.string().describe("darktable's operation; remove_module takes it"),
  multi_priority: z.int().describe('Which instance of it'),
  layer: z.enum(['L1', 'L2', 'L3']).nullable(),
  primitive_name: z.string().nullable().describe('The move that set it last'),
  enabled: z.boolean(),
  values: z
    .record(z.string(), z.unknown())
    .describe('Fields that were set, masks and blending included'),
})

const State = StateAfter.extend({
  edit: z.array(Module).optional().describe('If it was asked for'),
  note: z.string().optional().describe('Says that there is no snapshot, or that HEAD is detached'),
})

const detached = 'HEAD is detached: check out a branch, or make one, before the next move.'

/** Creates the tool that describes the state of an image. */
export const getState = ({ workspaces }: Darkroom) =>
  defineTool({
    name: 'get_state',
    summary: 'Show which snapshot an image is on, and what its edit is made of.',
    description: 'With edit true it lists every module with its move, its values and its mask.',
    input: z.object({
      image_id: imageArgument,
      edit: z.boolean().default(false).describe('List the modules of the edit too'),
    }),
    output: State,
    effect: 'read',
    codes: ['invalid_input', 'not_found', 'state_error', 'versioning_error'],
    cli: { positionals: ['image_id'] },
    run: ({ image_id, edit }, call) =>
      guard(call, async () => {
        const { repository } = await workspaces.open(image_id)
        const head = await repository.head()
        if (head === undefined) return ok({ ...empty, note: 'The workspace has no snapshot yet.' })
        const branch = await repository.branchOfHead()
        const state: z.input<typeof State> = describeHead(head)
        if (edit) state.edit = listModules(readXmp(head.text)).map((module) => ({ ...module }))
        if (branch === undefined) state.note = detached
        return ok(state)
      }),
  })
