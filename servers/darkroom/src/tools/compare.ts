import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { defineTool, ok } from 'toolaccord'
import * as z from 'zod'
import { attachPicture } from './attach-picture.ts'
import type { Darkroom } from './darkroom.ts'
import { guard } from './guard.ts'
import { imageId, previewSize, refOrHash } from './inputs.ts'
import { watchRender } from './watch-render.ts'

export const compare = ({ workspaces, previews }: Darkroom) =>
  defineTool({
    name: 'compare',
    summary: 'Render two snapshots of an image side by side and look at them.',
    description: [
      'On MCP the picture follows the answer.',
      'Details of failures: image_id (not_found), ref (versioning_error), stderr and reason (darktable_error), file (state_error, when the original is gone).',
    ].join(' '),
    input: z.object({ image_id: imageId, hash_a: refOrHash, hash_b: refOrHash, size: previewSize }),
    output: z.object({ jpeg_path: z.string() }),
    effect: 'read',
    codes: ['invalid_input', 'not_found', 'state_error', 'versioning_error', 'darktable_error'],
    cli: { positionals: ['image_id', 'hash_a', 'hash_b'] },
    timeoutMs: 240_000,
    run: ({ image_id, hash_a, hash_b, size }, call) =>
      guard(call, async () => {
        const workspace = await workspaces.open(image_id)
        const { repository } = workspace
        const hashes = [(await repository.resolve(hash_a, 'hash_a')).hash, (await repository.resolve(hash_b, 'hash_b')).hash]
        const pictures = await Promise.all(hashes.map(async (hash) => ({ path: (await previews.render(workspace, hash, size, watchRender(call))).path, label: hash.slice(0, 8) })))
        // Loaded here only: other calls put no pictures together, and a command must start fast.
        const { composeSheet } = await import('../picture/compose-sheet.ts')
        const path = join(workspace.folder, 'previews', `compare-${createHash('sha256').update(pictures.map((one) => one.path).join(' ')).digest('hex').slice(0, 32)}.jpg`)
        await composeSheet(pictures, 2, path)
        await attachPicture(path, call)
        return ok({ jpeg_path: path })
      }),
  })
