import { join } from 'node:path'
import { defineTool, ok } from 'toolaccord'
import * as z from 'zod'
import { imageArgument, tasteArguments } from '../../calls/arguments.ts'
import { guard } from '../../calls/guard.ts'
import { appendMarkdown } from '../../context/markdown.ts'
import { checkTasteFile } from '../../context/read-tastes.ts'
import type { Desk } from '../desk.ts'

/** Creates the command that writes a taste; photographers need nobody's agreement. */
export const applyTasteUpdate = ({ workspaces, tastesFolder }: Desk) =>
  defineTool({
    name: 'apply_taste_update',
    summary: 'Write a line into your tastes.',
    input: z.object(tasteArguments),
    output: z.object({ written_to: z.string(), category: tasteArguments.category }),
    effect: 'write',
    codes: ['invalid_input', 'state_error'],
    run: ({ content, category, file }, call) =>
      guard(call, async () => {
        const target = checkTasteFile(file)
        const written_to = await workspaces.locks.hold(join(tastesFolder, '.lock'), () =>
          appendMarkdown(tastesFolder, target, content, join(tastesFolder, '.tmp')),
        )
        return ok({ written_to, category })
      }),
  })

/** Creates the command that writes a note. */
export const applyNotesUpdate = ({ workspaces }: Desk) =>
  defineTool({
    name: 'apply_notes_update',
    summary: 'Write a note about an image.',
    input: z.object({ image_id: imageArgument, content: tasteArguments.content }),
    output: z.object({ written_to: z.string(), image_id: z.string() }),
    effect: 'write',
    codes: ['invalid_input', 'not_found', 'state_error'],
    cli: { positionals: ['image_id'] },
    run: ({ image_id, content }, call) =>
      guard(call, async () => {
        const { id, folder } = await workspaces.open(image_id)
        const written_to = await workspaces.locks.hold(join(folder, 'lock'), () =>
          appendMarkdown(folder, 'notes.md', content, join(folder, 'tmp')),
        )
        return ok({ written_to, image_id: id })
      }),
  })
