import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type ApplyOptions,
  type Darktable,
  DarktableError,
  EditError,
  type EditState,
  type Vocabulary,
  type VocabularyEntry,
  applyEntry,
  createBaseline,
  readXmp,
  writeXmp,
} from '../editing/index.ts'
import { toDng } from '../picture/to-dng.ts'

/** The result of one check of an entry. */
export interface EntryTrial {
  readonly check: 'apply' | 'round_trip' | 'mask' | 'darktable'
  readonly result: 'passed' | 'failed' | 'skipped'
  readonly detail: string
}

const size = { width: 64, height: 48 }
/** The camera of the photo. */
const camera = {
  make: 'Toolaccord',
  model: 'Pinhole',
  lens: 'Pinhole 35mm',
  focalLength: 35,
  aperture: 8,
}
const mask: ApplyOptions['mask'] = {
  dt_form: 'ellipse',
  dt_params: { center_x: 0.5, center_y: 0.5, radius_x: 0.2, radius_y: 0.2 },
}

/** Applies, writes, masks and renders a move, on a grey photo. */
export async function tryEntry(
  entry: VocabularyEntry,
  vocabulary: Vocabulary,
  darktable: Darktable,
  signal: AbortSignal,
): Promise<readonly EntryTrial[]> {
  const frame = { ...size, camera }
  const apply = (options: ApplyOptions) =>
    tryOut(() => applyEntry(createBaseline(), entry, { frame, vocabulary, ...options }))
  const applied = apply({})
  if (applied instanceof EditError)
    return [{ check: 'apply', result: 'failed', detail: applied.message }]
  const isSet = `It sets ${entry.touches.join(', ')}.`
  return [
    { check: 'apply', result: 'passed', detail: isSet },
    checkRoundTrip(applied),
    checkMask(entry.maskable ? apply({ mask }) : undefined),
    await checkRender(applied, darktable, signal),
  ]
}

function tryOut(work: () => EditState): EditState | EditError {
  try {
    return work()
  } catch (thrown) {
    if (thrown instanceof EditError) return thrown
    throw thrown
  }
}

function checkRoundTrip(state: EditState): EntryTrial {
  const check = 'round_trip'
  const text = writeXmp(state)
  if (writeXmp(readXmp(text)) === text)
    return { check, result: 'passed', detail: 'Written and read back it is the same.' }
  return { check, result: 'failed', detail: 'Written and read back it is another edit.' }
}

function checkMask(masked: EditState | EditError | undefined): EntryTrial {
  const check = 'mask'
  if (masked === undefined) return { check, result: 'skipped', detail: 'Its modules take no mask.' }
  if (masked instanceof EditError) return { check, result: 'failed', detail: masked.message }
  return { check, result: 'passed', detail: 'It can be masked.' }
}

async function checkRender(
  state: EditState,
  darktable: Darktable,
  signal: AbortSignal,
): Promise<EntryTrial> {
  const check = 'darktable'
  const folder = await mkdtemp(join(tmpdir(), 'darkroom-check-'))
  try {
    const original = join(folder, 'grey.dng')
    await writeFile(original, toDng({ ...size, pixelAt: () => [0.18, 0.18, 0.18] }))
    await darktable.render({
      original,
      xmp: writeXmp(state),
      output: join(folder, 'grey.jpg'),
      format: 'jpeg',
      signal,
    })
    return { check, result: 'passed', detail: 'darktable renders it and drops nothing.' }
  } catch (thrown) {
    if (!(thrown instanceof DarktableError) || thrown.reason === 'cancelled') throw thrown
    const result = thrown.reason === 'missing' ? 'skipped' : 'failed'
    return { check, result, detail: thrown.message }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
