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

/** What trying something out showed. */
export interface EntryTrial {
  readonly check: 'apply' | 'round_trip' | 'mask' | 'darktable'
  readonly result: 'passed' | 'failed' | 'skipped'
  readonly detail: string
}

const size = { width: 64, height: 48 }
/** What the photo says of itself. */
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

/** Does with a move what a session does, on a grey photo of its own. */
export async function tryEntry(
  entry: VocabularyEntry,
  vocabulary: Vocabulary,
  darktable: Darktable,
  signal: AbortSignal,
): Promise<readonly EntryTrial[]> {
  const apply = (options: ApplyOptions = {}) =>
    applyEntry(createBaseline(), entry, { frame: { ...size, camera }, vocabulary, ...options })
  const applied = tryOut(() => apply())
  if (applied instanceof EditError)
    return [{ check: 'apply', result: 'failed', detail: applied.message }]
  return [
    { check: 'apply', result: 'passed', detail: `It sets ${entry.touches.join(', ')}.` },
    checkRoundTrip(applied),
    entry.maskable
      ? checkMask(tryOut(() => apply({ mask })))
      : { check: 'mask', result: 'skipped', detail: 'Its modules take no mask.' },
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
  const text = writeXmp(state)
  return writeXmp(readXmp(text)) === text
    ? { check: 'round_trip', result: 'passed', detail: 'Written and read back it is the same.' }
    : { check: 'round_trip', result: 'failed', detail: 'Written and read back it is another edit.' }
}

const checkMask = (masked: EditState | EditError): EntryTrial =>
  masked instanceof EditError
    ? { check: 'mask', result: 'failed', detail: masked.message }
    : { check: 'mask', result: 'passed', detail: 'It can be masked.' }

async function checkRender(
  state: EditState,
  darktable: Darktable,
  signal: AbortSignal,
): Promise<EntryTrial> {
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
    return {
      check: 'darktable',
      result: 'passed',
      detail: 'darktable renders it and drops nothing.',
    }
  } catch (thrown) {
    if (!(thrown instanceof DarktableError) || thrown.reason === 'cancelled') throw thrown
    return {
      check: 'darktable',
      result: thrown.reason === 'missing' ? 'skipped' : 'failed',
      detail: thrown.message,
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
