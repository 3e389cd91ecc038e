import { defineTool, ok } from 'toolaccord'
import * as z from 'zod'
import { guard } from '../../calls/guard.ts'
import type { Desk } from '../desk.ts'

/** The version of darktable that the vocabulary is written for. */
const knownDarktable = '4.2.1'

/** Creates the command that describes the darkroom. */
export const status = ({ workspaces, vocabulary, darktable, tastesFolder, renderMs }: Desk) =>
  defineTool({
    name: 'status',
    summary: 'Show what this darkroom works with: darktable, folders, vocabulary.',
    output: z.object({
      darktable: z.string().nullable().describe('Its version; null if it is not installed'),
      opencl: z.boolean().describe('If renders may use a graphics card, by DARKROOM_OPENCL'),
      render_seconds: z
        .number()
        .nullable()
        .describe('What a call may render, by DARKROOM_TIMEOUT; null if each tool has its default'),
      workspaces: z
        .array(z.string())
        .describe('Folders that hold images; new ones go into the first'),
      image_count: z.int(),
      tastes: z.string(),
      packs: z.array(z.object({ pack: z.string(), entries: z.int() })),
      entry_count: z.int(),
      mask_count: z.int(),
      warnings: z.array(z.string()),
    }),
    effect: 'read',
    codes: ['state_error'],
    run: (_, call) =>
      guard(call, async () => {
        const [found, images] = await Promise.all([darktable.probe(), workspaces.list()])
        const entries = vocabulary.list()
        const packs = [...new Set(entries.map(({ pack }) => pack))].map((pack) => ({
          pack,
          entries: entries.filter((entry) => entry.pack === pack).length,
        }))
        return ok({
          darktable: found?.version ?? null,
          opencl: darktable.opencl,
          render_seconds: renderMs === undefined ? null : renderMs / 1000,
          workspaces: [...workspaces.roots],
          image_count: images.length,
          tastes: tastesFolder,
          packs,
          entry_count: entries.length,
          mask_count: vocabulary.masks().length,
          warnings: warningsOf(found?.version),
        })
      }),
  })

function warningsOf(version: string | undefined): string[] {
  if (version === knownDarktable) return []
  if (version === undefined)
    return [
      'darktable-cli is not installed, so nothing can be rendered. ' +
        'Install it with: apt-get install --no-install-recommends darktable',
    ]
  return [
    `The vocabulary is written for darktable ${knownDarktable}; ` +
      `${version} may interpret it differently.`,
  ]
}
