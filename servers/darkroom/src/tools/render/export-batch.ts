import { type Call, defineTool, ok } from 'toolaccord'
import * as z from 'zod'
import { imageArgument } from '../../calls/arguments.ts'
import type { Darkroom } from '../../calls/darkroom.ts'
import { guard } from '../../calls/guard.ts'
import { DarktableError } from '../../editing/index.ts'
import { DarkroomError } from '../../errors/darkroom-error.ts'
import type { Workspace } from '../../workspace/create-workspaces.ts'
import { exportPicture } from '../../workspace/render/export-picture.ts'
import { exportFormat, exportSize } from './export-format.ts'
import { whileRendering } from './while-rendering.ts'

const input = z.object({
  image_ids: z.array(imageArgument).min(1).max(200).describe('The images, each at its HEAD'),
  size: exportSize,
  format: exportFormat.default('jpeg').describe('The format of the files'),
})

const Result = z.object({
  image_id: z.string(),
  output_path: z.string().optional(),
  error: z.string().optional().describe('Why there is no file'),
})

const output = z.object({ n_succeeded: z.int(), n_failed: z.int(), results: z.array(Result) })

/** What a batch has done, and which snapshots it exports, whatever is done to them meanwhile. */
const Batch = z.object({ hashes: z.array(z.string()), results: z.array(Result) })
type Batch = z.output<typeof Batch>

/** A batch may take a day. */
const maxMs = 86_400_000

/** Creates the tool that exports several images. */
export const exportBatch = (darkroom: Darkroom) =>
  defineTool({
    name: 'export_batch',
    summary: 'Render several images in full quality into files, one after the other.',
    description:
      'An image that darktable cannot render has an error in its result; the others go on.',
    input,
    output,
    effect: 'write',
    codes: ['invalid_input', 'not_found', 'state_error', 'versioning_error', 'darktable_error'],
    cli: { flags: { image_ids: 'image' } },
    // A picture that is exported again is another file, and overwrites nothing.
    long: { maxMs, repeatable: true },
    run: (asked, call) =>
      guard(call, async () => {
        const images = await openAll(darkroom, asked.image_ids)
        const batch = fromResumed(call.resumed) ?? { hashes: await headsOf(images), results: [] }
        for (let index = batch.results.length; index < images.length; index++) {
          batch.results.push(await exportNext(darkroom, images, { ...asked, batch }, call))
          await call.checkpoint(batch)
          call.progress(index + 1, images.length, images[index]?.id)
        }
        const { results } = batch
        const n_failed = results.filter(({ error }) => error !== undefined).length
        return ok({ n_succeeded: results.length - n_failed, n_failed, results })
      }),
  })

const openAll = ({ workspaces }: Darkroom, ids: readonly string[]): Promise<Workspace[]> =>
  Promise.all(ids.map((id, index) => workspaces.open(id, `image_ids[${index}]`)))

const headsOf = (images: readonly Workspace[]): Promise<string[]> =>
  Promise.all(
    images.map(async ({ repository }) => (await repository.resolve('HEAD', 'image_ids')).hash),
  )

/** The state that a process which died has left; undefined if there is none. */
function fromResumed(resumed: unknown): Batch | undefined {
  return resumed === undefined ? undefined : Batch.parse(resumed)
}

type Asked = Omit<z.output<typeof input>, 'image_ids'> & { readonly batch: Batch }

/** Exports the first image that a batch has no result of. */
async function exportNext(
  { darktable, renderMs = 600_000 }: Darkroom,
  images: readonly Workspace[],
  { format, size, batch }: Asked,
  call: Pick<Call, 'signal' | 'progress'>,
): Promise<z.output<typeof Result>> {
  const index = batch.results.length
  const [image, hash] = [images[index], batch.hashes[index]]
  if (image === undefined || hash === undefined) throw new RangeError('All images are exported.')
  /** Progress counts pictures; how far one of them is, is its message. */
  const progress: Call['progress'] = (_seconds, _limit, step) =>
    call.progress(index, images.length, step)
  try {
    const output_path = await whileRendering({ signal: call.signal, progress }, renderMs, (watch) =>
      exportPicture(image, darktable, { hash, format, size, ...watch }),
    )
    return { image_id: image.id, output_path }
  } catch (thrown) {
    if (call.signal.aborted || !isAboutOne(thrown)) throw thrown
    return { image_id: image.id, error: thrown.message }
  }
}

/** True if other images may be better off; without darktable none is. */
function isAboutOne(thrown: unknown): thrown is DarktableError | DarkroomError {
  if (thrown instanceof DarktableError) return thrown.reason !== 'missing'
  return thrown instanceof DarkroomError
}
