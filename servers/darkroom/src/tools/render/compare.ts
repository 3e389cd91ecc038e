import { createHash } from 'node:crypto'
import { basename, join } from 'node:path'
import { type Call, defineTool, ok } from 'toolaccord'
import * as z from 'zod'
import { imageArgument, refArgument, sizeArgument } from '../../calls/arguments.ts'
import type { Darkroom } from '../../calls/darkroom.ts'
import { guard } from '../../calls/guard.ts'
import type { SheetPicture } from '../../picture/compose-sheet.ts'
import { isKept } from '../../workspace/render/create-previews.ts'
import type { Repository } from '../../workspace/versions/create-repository.ts'
import { attachPicture } from './attach-picture.ts'
import { callLimitMs, whileRendering } from './while-rendering.ts'

const input = z.object({
  image_id: imageArgument,
  hash_a: refArgument.meta({ examples: ['baseline'] }),
  hash_b: refArgument.meta({ examples: ['HEAD'] }),
  size: sizeArgument,
  more: z.array(refArgument).max(6).default([]).describe('More snapshots, shown after these two'),
})
type Input = z.output<typeof input>

const description = 'Each picture has a caption with the name that was given and the hash.'

/** Creates the tool that shows snapshots side by side. */
export const compare = ({ workspaces, previews, renderMs = 240_000 }: Darkroom) =>
  defineTool({
    name: 'compare',
    summary: 'Render two or more snapshots of an image side by side and look at them.',
    description,
    input,
    output: z.object({ jpeg_path: z.string() }),
    effect: 'read',
    attaches: true,
    codes: ['invalid_input', 'not_found', 'state_error', 'versioning_error', 'darktable_error'],
    cli: { positionals: ['image_id', 'hash_a', 'hash_b', 'more'] },
    timeoutMs: callLimitMs(renderMs),
    run: (args, call) =>
      guard(call, async () => {
        const workspace = await workspaces.open(args.image_id)
        const snapshots = await resolveAll(workspace.repository, args)
        const pictures = await whileRendering(call, renderMs, (watch) => {
          const show = async ({ hash, label }: Snapshot): Promise<SheetPicture> => {
            const { path } = await previews.render(workspace, hash, args.size, watch)
            return { path, label }
          }
          return Promise.all(snapshots.map(show))
        })
        const path = join(workspace.folder, 'previews', sheetName(pictures))
        await showSheet(pictures, path, call)
        return ok({ jpeg_path: path })
      }),
  })

interface Snapshot {
  readonly hash: string
  readonly label: string
}

async function resolveAll(
  repository: Repository,
  { hash_a, hash_b, more }: Input,
): Promise<readonly Snapshot[]> {
  const asked = [
    { path: 'hash_a', text: hash_a },
    { path: 'hash_b', text: hash_b },
    ...more.map((text, index) => ({ path: `more[${index}]`, text })),
  ]
  const found: Snapshot[] = []
  for (const { path, text } of asked) {
    const { hash } = await repository.resolve(text, path)
    const short = hash.slice(0, 8)
    found.push({ hash, label: hash.startsWith(text) ? short : `${text} ${short}` })
  }
  return found
}

/** The same pictures with the same labels are the same sheet. */
function sheetName(pictures: readonly SheetPicture[]): string {
  const content = JSON.stringify(pictures.map(({ path, label }) => [basename(path), label]))
  const hash = createHash('sha256').update(content).digest('hex')
  return `compare-${hash.slice(0, 32)}.jpg`
}

async function showSheet(
  pictures: readonly SheetPicture[],
  path: string,
  call: Call,
): Promise<void> {
  if (!(await isKept(path))) {
    // Loaded on demand: other calls compose no pictures, and a command must start fast.
    const { composeSheet } = await import('../../picture/compose-sheet.ts')
    const isOneRow = pictures.length <= 3
    const columns = isOneRow ? pictures.length : Math.ceil(Math.sqrt(pictures.length))
    await composeSheet(pictures, columns, path)
  }
  await attachPicture(path, call)
}
