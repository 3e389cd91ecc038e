import { defineTool, ok } from 'toolaccord'
import * as z from 'zod'
import { pathArgument } from '../calls/arguments.ts'
import type { Darkroom } from '../calls/darkroom.ts'
import { guard } from '../calls/guard.ts'
import { ingest } from '../workspace/ingest.ts'
import { ExifSummary } from '../workspace/photo/image-facts.ts'
import { callLimitMs, whileRendering } from './render/while-rendering.ts'

const notChecked =
  'The photo is taken in, but darktable could not look at it, so that drawn masks may lie beside ' +
  'their places.'

/** Creates the tool that takes a photo in. */
export const ingestPhoto = (darkroom: Darkroom) => {
  const { renderMs = 120_000 } = darkroom
  return defineTool({
    name: 'ingest',
    summary: 'Take a photo in, so that it can be edited; the file itself is never written to.',
    description: [
      'The first snapshot is the sidecar beside the photo, or the photo as it is;',
      'the only correction for exactly this camera and lens is bound.',
    ].join(' '),
    input: z.object({
      raw_path: pathArgument
        .describe('The path of a raw file, JPEG, PNG, TIFF or WebP')
        .meta({ examples: ['photos/IMG_1234.NEF'] }),
      image_id: z
        .string()
        .min(1)
        .max(200)
        .optional()
        .describe('The id of the image; default: the name of the file'),
      workspace_root: pathArgument
        .optional()
        .describe("Which of the server's roots it goes into; default: the first"),
    }),
    output: z.object({
      image_id: z.string(),
      root: z.string().describe('The folder of the workspace'),
      exif_summary: ExifSummary,
      suggested_bindings: z
        .array(z.object({ name: z.string(), description: z.string() }))
        .describe('Corrections for exactly this camera and lens; bind_layers takes their names'),
    }),
    effect: 'write',
    codes: ['invalid_input', 'not_found', 'state_error', 'darktable_error'],
    cli: { positionals: ['raw_path'] },
    timeoutMs: callLimitMs(renderMs),
    run: ({ raw_path, image_id, workspace_root }, call) =>
      guard(call, async () => {
        const request = { path: raw_path, imageId: image_id, root: workspace_root }
        const { workspace, bindings, unchecked } = await whileRendering(call, renderMs, (watch) =>
          ingest({ ...request, ...watch }, darkroom),
        )
        if (unchecked !== undefined) call.warn('NOT_CHECKED', `${notChecked} ${unchecked}`)
        return ok({
          image_id: workspace.id,
          root: workspace.folder,
          exif_summary: workspace.facts.exif,
          suggested_bindings: bindings.map(({ name, description }) => ({ name, description })),
        })
      }),
  })
}
