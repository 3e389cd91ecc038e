import { resolve } from 'node:path'
import { DarkroomError } from '../darkroom-error.ts'
import { type EditState, type PhotoKind, type Vocabulary, type VocabularyEntry, EditError, bindLayer, createBaseline, readXmp, writeXmp } from '../editing/index.ts'
import { mostObjectBytes } from './create-objects.ts'
import { type Workspace, type Workspaces, inUse } from './create-workspaces.ts'
import { readText } from './disk.ts'
import { inspectPhoto } from './inspect-photo.ts'
import { checkImageId, toImageId } from './names.ts'

/** What to take in, and how to call it. */
export interface IngestRequest {
  readonly path: string
  readonly imageId?: string
  /** One of the roots of the workspaces. */
  readonly root?: string
}

/** An image that was taken in. */
export interface Ingested {
  readonly workspace: Workspace
  /** Corrections for exactly this camera and lens. */
  readonly bindings: readonly VocabularyEntry[]
}

/** Takes a photo in: the original is linked to and never written, and the first snapshot is its sidecar or nothing at all. */
export async function ingest({ path, imageId, root }: IngestRequest, workspaces: Workspaces, vocabulary: Vocabulary, photoFolders: readonly string[]): Promise<Ingested> {
  const into = pickRoot(root, workspaces.roots)
  const photo = await inspectPhoto(path, photoFolders)
  const id = imageId === undefined ? toImageId(photo.facts.file) : checkImageId(imageId)
  if ((await workspaces.folderOf(id)) !== undefined) throw inUse(id)
  const { make, model, lens_model } = photo.facts.exif
  const bindings = vocabulary.match({ make: make ?? '', model: model ?? '', lens_model: lens_model ?? '' })
  const start = await readSidecar(photo.path, photo.facts.kind)
  const [only, ...others] = bindings
  // Of several corrections the caller must choose one, with bind_layers.
  const state = only === undefined || others.length > 0 ? start : bindLayer(start, only, { layer: 'L1', vocabulary })
  return { workspace: await workspaces.create(id, photo, writeXmp(state), into), bindings }
}

/** Where darktable writes its edits: beside the photo, under its whole name. */
async function readSidecar(path: string, kind: PhotoKind): Promise<EditState> {
  const text = await readText(`${path}.xmp`, mostObjectBytes)
  if (text === undefined) return createBaseline({ kind })
  try {
    return readXmp(text, { kind })
  } catch (thrown) {
    if (!(thrown instanceof EditError)) throw thrown
    throw new DarkroomError('state_error', `The sidecar beside the photo cannot be read: ${thrown.message}`, { path: 'raw_path', hint: 'Mend it or move it away, then ingest again.' })
  }
}

function pickRoot(root: string | undefined, roots: readonly string[]): string {
  const found = root === undefined ? roots[0] : roots.find((known) => known === resolve(root))
  if (found !== undefined) return found
  throw new DarkroomError('invalid_input', 'workspace_root is none of the roots of this server.', { path: 'workspace_root', hint: `Leave it out, or give one of: ${roots.join(', ')}.` })
}
