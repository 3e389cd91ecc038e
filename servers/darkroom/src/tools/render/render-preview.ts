import { defineTool, ok } from 'toolaccord'
import * as z from 'zod'
import { imageArgument, sizeArgument, refFlag, refArgument } from '../../calls/arguments.ts'
import type { Darkroom } from '../../calls/darkroom.ts'
import { guard } from '../../calls/guard.ts'
import { attachPicture } from './attach-picture.ts'
import { startWatch } from './start-watch.ts'
import { callLimitMs, whileRendering } from './while-rendering.ts'

/** Creates the tool that renders a preview. */
export const renderPreview = ({ workspaces, previews, renderMs = 120_000 }: Darkroom) =>
  defineTool({
    name: 'render_preview',
    summary: 'Render an image as it is, or as it was at a snapshot, and look at it.',
    input: z.object({
      image_id: imageArgument,
      size: sizeArgument,
      ref_or_hash: refArgument.default('HEAD'),
    }),
    output: z.object({ jpeg_path: z.string(), duration_seconds: z.number() }),
    effect: 'read',
    attaches: true,
    codes: ['invalid_input', 'not_found', 'state_error', 'versioning_error', 'darktable_error'],
    cli: { positionals: ['image_id'], flags: refFlag },
    timeoutMs: callLimitMs(renderMs),
    run: ({ image_id, size, ref_or_hash }, call) =>
      guard(call, async () => {
        const elapsed = startWatch()
        const workspace = await workspaces.open(image_id)
        const { hash } = await workspace.repository.resolve(ref_or_hash, 'ref_or_hash')
        const { path } = await whileRendering(call, renderMs, (watch) =>
          previews.render(workspace, hash, size, watch),
        )
        await attachPicture(path, call)
        return ok({ jpeg_path: path, duration_seconds: elapsed() })
      }),
  })
