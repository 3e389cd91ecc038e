import { createHash } from 'node:crypto'
import { basename, join } from 'node:path'
import { defineTool, ok } from 'toolaccord'
import * as z from 'zod'
import { imageArgument, sizeArgument, refArgument } from '../../calls/arguments.ts'
import type { Darkroom } from '../../calls/darkroom.ts'
import { guard } from '../../calls/guard.ts'
import { isKept } from '../../workspace/render/create-previews.ts'
import { attachPicture } from './attach-picture.ts'
import { watchRender } from './watch-render.ts'

export const compare = ({ workspaces, previews }: Darkroom) =>
  defineTool({
    name: 'compare',
    summary: 'Render two or more snapshots of an image side by side and look at them.',
    description: [
      'Each stands under the name that it was asked for by, and its hash. On MCP the picture follows the answer.',
      'Details of failures: image_id (not_found), ref (versioning_error), stderr and reason (darktable_error), file (state_error, when the original is gone).',
    ].join(' '),
    input: z.object({
      image_id: imageArgument,
      hash_a: refArgument.meta({ examples: ['baseline'] }),
      hash_b: refArgument.meta({ examples: ['HEAD'] }),
      size: sizeArgument,
      more: z
        .array(refArgument)
        .max(6)
        .default([])
        .describe('More snapshots, shown after these two'),
    }),
    output: z.object({ jpeg_path: z.string() }),
    effect: 'read',
    codes: ['invalid_input', 'not_found', 'state_error', 'versioning_error', 'darktable_error'],
    cli: { positionals: ['image_id', 'hash_a', 'hash_b', 'more'] },
    timeoutMs: 240_000,
    run: ({ image_id, hash_a, hash_b, size, more }, call) =>
      guard(call, async () => {
        const workspace = await workspaces.open(image_id)
        const { repository } = workspace
        const asked = [
          ['hash_a', hash_a],
          ['hash_b', hash_b],
          ...more.map((text, index) => [`more[${index}]`, text] as const),
        ] as const
        const found: { readonly hash: string; readonly label: string }[] = []
        for (const [path, text] of asked) {
          const { hash } = await repository.resolve(text, path)
          found.push({
            hash,
            label: hash.startsWith(text) ? hash.slice(0, 8) : `${text} ${hash.slice(0, 8)}`,
          })
        }
        const pictures = await Promise.all(
          found.map(async ({ hash, label }) => ({
            path: (await previews.render(workspace, hash, size, watchRender(call))).path,
            label,
          })),
        )
        const path = join(
          workspace.folder,
          'previews',
          `compare-${createHash('sha256')
            .update(JSON.stringify(pictures.map((one) => [basename(one.path), one.label])))
            .digest('hex')
            .slice(0, 32)}.jpg`,
        )
        if (!(await isKept(path))) {
          // Loaded here only: other calls put no pictures together, and a command must start fast.
          const { composeSheet } = await import('../../picture/compose-sheet.ts')
          await composeSheet(
            pictures,
            pictures.length <= 3 ? pictures.length : Math.ceil(Math.sqrt(pictures.length)),
            path,
          )
        }
        await attachPicture(path, call)
        return ok({ jpeg_path: path })
      }),
  })
