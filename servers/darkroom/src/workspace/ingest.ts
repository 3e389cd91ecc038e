import { resolve } from 'node:path'
import { readText } from '../disk/read-text.ts'
import {
  type Darktable,
  type EditState,
  type PhotoKind,
  type Vocabulary,
  type VocabularyEntry,
  EditError,
  bindLayer,
  createBaseline,
  readXmp,
  writeXmp,
} from '../editing/index.ts'
import { DarkroomError } from '../errors/darkroom-error.ts'
import { checkImageId, toImageId } from '../names/image-id.ts'
import { type Workspace, type Workspaces, inUse } from './create-workspaces.ts'
import { type Photo, inspectPhoto } from './photo/inspect-photo.ts'
import { mostObjectBytes } from './versions/create-objects.ts'

/** What to take in, and how to call it. */
export interface IngestRequest {
  readonly path: string
  readonly imageId?: string
  /** One of the roots of the workspaces. */
  readonly root?: string
  readonly signal?: AbortSignal
}

/** Where it goes, and what is asked about it. */
export interface IngestPlace {
  readonly workspaces: Workspaces
  readonly vocabulary: Vocabulary
  readonly darktable: Darktable
  /** Where photos may be read from; everywhere when there is none. */
  readonly photoFolders: readonly string[]
}

/** An image that was taken in. */
export interface Ingested {
  readonly workspace: Workspace
  /** Corrections for exactly this camera and lens. */
  readonly bindings: readonly VocabularyEntry[]
}

/**
 * Takes a photo in: the original is linked to and never written, and the first snapshot is its
 * sidecar or nothing at all.
 */
export async function ingest(
  { path, imageId, root, signal }: IngestRequest,
  { workspaces, vocabulary, darktable, photoFolders }: IngestPlace,
): Promise<Ingested> {
  const into = pickRoot(root, workspaces.roots)
  const photo = await withBorder(await inspectPhoto(path, photoFolders), darktable, signal)
  const id = imageId === undefined ? toImageId(photo.facts.file) : checkImageId(imageId)
  if ((await workspaces.folderOf(id)) !== undefined)
    throw inUse(id, (await workspaces.open(id)).facts.sha256 === photo.facts.sha256)
  const { make, model, lens_model } = photo.facts.exif
  const bindings = vocabulary.match({
    make: make ?? '',
    model: model ?? '',
    lens_model: lens_model ?? '',
  })
  const start = await readSidecar(photo.path, photo.facts.kind)
  const [only, ...others] = bindings
  // Of several corrections the caller must choose one, with bind_layers.
  const state =
    only === undefined || others.length > 0
      ? start
      : bindLayer(start, only, { layer: 'L1', vocabulary })
  return { workspace: await workspaces.create(id, photo, writeXmp(state), into), bindings }
}

/**
 * The photo with the border of its sensor, without which masks would lie beside what is seen; a
 * photo is taken in without darktable too.
 */
async function withBorder(
  photo: Photo,
  darktable: Darktable,
  signal: AbortSignal | undefined,
): Promise<Photo> {
  const { frame, kind } = photo.facts
  if (frame === null || kind !== 'raw') return photo
  const inspected = await darktable
    .inspect({ original: photo.path, ...(signal && { signal }) })
    .catch(() => undefined)
  signal?.throwIfAborted()
  return inspected === undefined
    ? photo
    : { ...photo, facts: { ...photo.facts, frame: { ...frame, border: inspected.border } } }
}

/** Where darktable writes its edits: beside the photo, under its whole name. */
async function readSidecar(path: string, kind: PhotoKind): Promise<EditState> {
  const text = await readText(`${path}.xmp`, mostObjectBytes)
  if (text === undefined) return createBaseline({ kind })
  try {
    return readXmp(text, { kind })
  } catch (thrown) {
    if (!(thrown instanceof EditError)) throw thrown
    throw new DarkroomError(
      'state_error',
      `The sidecar beside the photo cannot be read: ${thrown.message}`,
      { path: 'raw_path', hint: 'Mend it or move it away, then ingest again.' },
    )
  }
}

function pickRoot(root: string | undefined, roots: readonly string[]): string {
  const found = root === undefined ? roots[0] : roots.find((known) => known === resolve(root))
  if (found !== undefined) return found
  throw new DarkroomError('invalid_input', 'workspace_root is none of the roots of this server.', {
    path: 'workspace_root',
    hint: `Leave it out, or give one of: ${roots.join(', ')}.`,
  })
}
