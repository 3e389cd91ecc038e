import { defineTool, ok } from 'toolaccord'
import * as z from 'zod'
import { imageArgument, refArgument, refFlag } from '../../calls/arguments.ts'
import type { Darkroom } from '../../calls/darkroom.ts'
import { guard } from '../../calls/guard.ts'
import { exportPicture } from '../../workspace/render/export-picture.ts'
import { exportFormat, exportSize } from './export-format.ts'
import { startWatch } from './start-watch.ts'
import { callLimitMs, whileRendering } from './while-rendering.ts'

/** Creates the tool that exports an image. */
export const exportFinal = ({ workspaces, darktable, renderMs = 600_000 }: Darkroom) =>
  defineTool({
    name: 'export_final',
    summary: 'Render an image in full quality into a file; an earlier export is never overwritten.',
    input: z.object({
      image_id: imageArgument,
      ref_or_hash: refArgument.default('HEAD'),
      size: exportSize,
      format: exportFormat.default('jpeg').describe('The format of the file'),
    }),
    output: z.object({
      output_path: z.string(),
      duration_seconds: z.number(),
      format: exportFormat,
    }),
    effect: 'write',
    codes: ['invalid_input', 'not_found', 'state_error', 'versioning_error', 'darktable_error'],
    cli: { positionals: ['image_id'], flags: refFlag },
    // What is exported again is another file, and overwrites nothing.
    long: { maxMs: callLimitMs(renderMs), repeatable: true },
    run: ({ image_id, ref_or_hash, size, format }, call) =>
      guard(call, async () => {
        const elapsed = startWatch()
        const workspace = await workspaces.open(image_id)
        const { hash } = await workspace.repository.resolve(ref_or_hash, 'ref_or_hash')
        const path = await whileRendering(call, renderMs, (watch) =>
          exportPicture(workspace, darktable, { hash, format, size, ...watch }),
        )
        return ok({ output_path: path, duration_seconds: elapsed(), format })
      }),
  })
