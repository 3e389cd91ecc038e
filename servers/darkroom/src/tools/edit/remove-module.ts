import { defineTool, ok } from 'toolaccord'
import * as z from 'zod'
import { imageArgument } from '../../calls/arguments.ts'
import type { Darkroom } from '../../calls/darkroom.ts'
import { guard } from '../../calls/guard.ts'
import { Edited, editState } from '../../calls/state-after.ts'
import {
  EditError,
  type EditState,
  type Vocabulary,
  removeModule as remove,
} from '../../editing/index.ts'
import { DarkroomError } from '../../errors/darkroom-error.ts'

/** Creates the tool that removes the moves of an operation. */
export const removeModule = ({ workspaces, vocabulary }: Darkroom) =>
  defineTool({
    name: 'remove_module',
    summary: "Remove the moves of one of darktable's operations from an image, as one snapshot.",
    description: 'Corrections (L1) and looks (L2) stay.',
    input: z.object({
      image_id: imageArgument,
      module_name: z
        .string()
        .min(1)
        .max(64)
        .describe(
          "darktable's operation, such as exposure; list_vocabulary shows what an entry touches",
        )
        .meta({ examples: ['exposure'] }),
    }),
    output: Edited,
    effect: 'write',
    codes: ['invalid_input', 'not_found', 'state_error', 'versioning_error'],
    cli: { positionals: ['image_id'], flags: { module_name: 'operation' } },
    run: ({ image_id, module_name }, call) =>
      guard(call, async () => {
        const workspace = await workspaces.open(image_id)
        const edited = await editState(
          workspace,
          {
            label: `remove ${module_name}`,
            metadata: { removed: module_name },
            signal: call.signal,
          },
          (state) => removeFrom(state, module_name, vocabulary),
        )
        return ok(edited)
      }),
  })

/** If the name is that of an entry, the hint names the operations of the entry. */
function removeFrom(state: EditState, name: string, vocabulary: Vocabulary): EditState {
  try {
    return remove(state, name)
  } catch (thrown) {
    const entry = vocabulary.find(name)
    if (!(thrown instanceof EditError) || entry === undefined || entry.touches.includes(name))
      throw thrown
    const hints = [
      `'${name}' is an entry, which sets ${entry.touches.join(', ')}.`,
      thrown.hint ?? '',
    ]
    throw new DarkroomError('not_found', thrown.message, {
      path: 'module_name',
      hint: hints.join(' '),
      next: [{ tool: 'reset', args: { ref_or_hash: 'HEAD~1' }, why: 'to undo only the last move' }],
      details: thrown.details,
      cause: thrown,
    })
  }
}
