import { resolve } from 'node:path'
import { readText } from '../disk/read-text.ts'
import {
  type Darktable,
  DarktableError,
  type EditState,
  type PhotoKind,
  type RenderRequest,
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

/** The photo to take in, and its id. */
export interface IngestRequest {
  readonly path: string
  /** The default is the name of the file. */
  readonly imageId?: string | undefined
  /** One of the roots of the workspaces; the default is the first. */
  readonly root?: string | undefined
  readonly signal?: AbortSignal | undefined
  readonly onProgress?: RenderRequest['onProgress']
}

/** The parts of the server that a photo is taken in with. */
export interface IngestPlace {
  readonly workspaces: Workspaces
  readonly vocabulary: Vocabulary
  readonly darktable: Darktable
  /** The folders from which photos may be read; empty if they may be anywhere. */
  readonly photoFolders: readonly string[]
}

/** An image that was taken in. */
export interface Ingested {
  readonly workspace: Workspace
  /** The corrections for exactly this camera and lens. */
  readonly bindings: readonly VocabularyEntry[]
  /** Why darktable could not look at the photo, if so. */
  readonly unchecked?: string | undefined
}

/**
 * Takes a photo in. The original is linked and never written; the first snapshot is its sidecar, or
 * empty.
 */
export async function ingest(
  { path, imageId, root, ...watch }: IngestRequest,
  { workspaces, vocabulary, darktable, photoFolders }: IngestPlace,
): Promise<Ingested> {
  const into = pickRoot(root, workspaces.roots)
  const found = await inspectPhoto(path, photoFolders)
  const { photo, unchecked } = await inspectRaw(found, darktable, watch)
  const id = imageId === undefined ? toImageId(photo.facts.file) : checkImageId(imageId)
  if ((await workspaces.folderOf(id)) !== undefined)
    throw await alreadyIngested(id, photo, workspaces)
  const { make, model, lens_model } = photo.facts.exif
  const bindings = vocabulary.match({
    make: make ?? '',
    model: model ?? '',
    lens_model: lens_model ?? '',
  })
  const sidecar = await readSidecar(photo.path, photo.facts.kind)
  const text = writeXmp(bindOnly(sidecar, bindings, vocabulary))
  const workspace = await workspaces.create({ id, photo, text, root: into })
  return { workspace, bindings, unchecked }
}

async function alreadyIngested(
  id: string,
  photo: Photo,
  workspaces: Workspaces,
): Promise<DarkroomError> {
  const existing = await workspaces.open(id)
  if (existing.facts.sha256 !== photo.facts.sha256) return inUse(id)
  return new DarkroomError('state_error', `This photo is already the image '${id}'.`, {
    path: 'image_id',
    hint: 'Go on with it, its edit is kept; or give another image_id for a second edit.',
    details: { image_id: id },
  })
}

/** Binds the only correction; of several, the caller must choose one with bind_layers. */
function bindOnly(
  state: EditState,
  bindings: readonly VocabularyEntry[],
  vocabulary: Vocabulary,
): EditState {
  const [only, ...others] = bindings
  if (only === undefined || others.length > 0) return state
  return bindLayer(state, only, { layer: 'L1', vocabulary })
}

/** A photo, and why darktable could not look at it, if so. */
interface InspectedPhoto {
  readonly photo: Photo
  readonly unchecked?: string | undefined
}

/**
 * Lets darktable look at a raw file, and adds the border of the sensor, without which masks would
 * be displaced. A photo is taken in without darktable too, but not one that darktable cannot read.
 */
async function inspectRaw(
  photo: Photo,
  darktable: Darktable,
  watch: Pick<RenderRequest, 'signal' | 'onProgress'>,
): Promise<InspectedPhoto> {
  const { facts } = photo
  if (facts.kind !== 'raw') return { photo }
  try {
    const { border } = await darktable.inspect({ original: photo.path, ...watch })
    const frame = facts.frame && { ...facts.frame, border }
    return { photo: { ...photo, facts: { ...facts, frame } } }
  } catch (thrown) {
    watch.signal?.throwIfAborted()
    if (!(thrown instanceof DarktableError)) throw thrown
    if (thrown.reason === 'unreadable') throw unreadable(photo, thrown)
    return { photo, unchecked: thrown.message }
  }
}

const unreadable = ({ facts }: Photo, cause: DarktableError) =>
  new DarkroomError('invalid_input', `darktable cannot read ${facts.file}.`, {
    path: 'raw_path',
    hint: 'The file is damaged, or of a camera that darktable does not know. Give another file.',
    cause,
  })

/** darktable writes its sidecars beside the photo, with `.xmp` after the whole name. */
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
      { path: 'raw_path', hint: 'Repair it or move it away, then ingest again.' },
    )
  }
}

function pickRoot(root: string | undefined, roots: readonly string[]): string {
  const found = root === undefined ? roots[0] : roots.find((known) => known === resolve(root))
  if (found !== undefined) return found
  throw new DarkroomError('invalid_input', 'workspace_root is not a root of this server.', {
    path: 'workspace_root',
    hint: `Leave it out, or give one of: ${roots.join(', ')}.`,
  })
}
