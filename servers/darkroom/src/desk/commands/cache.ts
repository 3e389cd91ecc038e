import { stat, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { defineTool, ok } from 'toolaccord'
import * as z from 'zod'
import { guard } from '../../calls/guard.ts'
import { namesIn } from '../../disk/folders.ts'
import { ifThere } from '../../disk/if-there.ts'
import { isPart } from '../../disk/parts.ts'
import type { Workspace, Workspaces } from '../../workspace/create-workspaces.ts'
import type { Desk } from '../desk.ts'
import { imageFilter, sinceFilter } from '../filters.ts'
import { gather } from '../gather.ts'
import { groupBy } from '../group-by.ts'

interface PreviewFile {
  readonly image_id: string
  readonly path: string
  readonly bytes: number
  readonly used_at: string
}

const filter = {
  image: imageFilter,
  since: sinceFilter.describe(
    'Used since a time, such as 2026-01-31, or in the last 30m, 24h, 7d or 2w',
  ),
}
const codes = ['invalid_input', 'not_found', 'state_error'] as const

/** Finds the previews that match a filter, the last used first. */
const findPreviews = (
  workspaces: Workspaces,
  asked: z.output<z.ZodObject<typeof filter>>,
  now: Date,
): Promise<readonly PreviewFile[]> =>
  gather({ workspaces, ...asked, now, read: previewsOf, timeOf: ({ used_at }) => used_at })

async function previewsOf({ id, folder }: Workspace): Promise<readonly PreviewFile[]> {
  const paths = (await namesIn(join(folder, 'previews')))
    .filter((name) => !isPart(name))
    .map((name) => join(folder, 'previews', name))
  const files: PreviewFile[] = []
  for (const path of paths) {
    const found = await ifThere(stat(path))
    if (found === undefined) continue
    files.push({ image_id: id, path, bytes: found.size, used_at: found.mtime.toISOString() })
  }
  return files
}

const bytesOf = (files: readonly PreviewFile[]) => files.reduce((sum, { bytes }) => sum + bytes, 0)

/** Creates the command that lists previews. */
export const cacheList = ({ workspaces, now }: Desk) =>
  defineTool({
    name: 'cache_list',
    summary: 'List the previews that are kept, the last used first.',
    input: z.object(filter),
    output: z.array(
      z.object({ image_id: z.string(), path: z.string(), bytes: z.int(), used_at: z.string() }),
    ),
    effect: 'read',
    codes,
    cli: { group: 'cache' },
    run: (asked, call) =>
      guard(call, async () => ok([...(await findPreviews(workspaces, asked, now()))])),
  })

/** Creates the command that measures previews. */
export const cacheSize = ({ workspaces, now }: Desk) =>
  defineTool({
    name: 'cache_size',
    summary: 'Show how much room the previews take, by image.',
    input: z.object(filter),
    output: z.object({
      files: z.int(),
      bytes: z.int(),
      images: z.array(z.object({ image_id: z.string(), files: z.int(), bytes: z.int() })),
    }),
    effect: 'read',
    codes,
    cli: { group: 'cache' },
    run: (asked, call) =>
      guard(call, async () => {
        const files = await findPreviews(workspaces, asked, now())
        const images = [...groupBy(files, ({ image_id }) => image_id)].map(([image_id, own]) => ({
          image_id,
          files: own.length,
          bytes: bytesOf(own),
        }))
        return ok({
          files: files.length,
          bytes: bytesOf(files),
          images: images.toSorted((a, b) => b.bytes - a.bytes),
        })
      }),
  })

/** Creates the command that removes previews. */
export const cacheClear = ({ workspaces, now }: Desk) =>
  defineTool({
    name: 'cache_clear',
    summary: 'Remove previews; they are rendered again on request.',
    input: z.object(filter),
    output: z.object({ files: z.int().describe('How many were removed'), bytes: z.int() }),
    effect: 'destroy',
    codes,
    cli: { group: 'cache' },
    run: (asked, call) =>
      guard(call, async () => {
        const files = await findPreviews(workspaces, asked, now())
        for (const { path } of files) await ifThere(unlink(path))
        return ok({ files: files.length, bytes: bytesOf(files) })
      }),
  })
