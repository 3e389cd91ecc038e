import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { nearest } from 'toolaccord'
import { type Locks, createLocks } from '../disk/create-locks.ts'
import { makeFolder, namesIn, syncFolder } from '../disk/folders.ts'
import { failedWith, ifThere } from '../disk/if-there.ts'
import { writeFileAtomically } from '../disk/write-file-atomically.ts'
import type { Frame } from '../editing/index.ts'
import { DarkroomError } from '../errors/darkroom-error.ts'
import { checkImageId, isImageId } from '../names/image-id.ts'
import { listNames } from '../names/list-names.ts'
import { ImageFacts } from './photo/image-facts.ts'
import { type Photo, hashFile } from './photo/inspect-photo.ts'
import { type Repository, createRepository } from './versions/create-repository.ts'

/** One photo and everything that was done to it. */
export interface Workspace {
  readonly id: string
  readonly folder: string
  readonly facts: ImageFacts
  readonly frame: Frame | undefined
  readonly repository: Repository
  /** The path of the original, once it is seen to be the file that was ingested. */
  original(): Promise<string>
}

/**
 * The workspaces of some folders; they are looked up on disk at every call, so that other processes
 * may make some.
 */
export interface Workspaces {
  readonly roots: readonly string[]
  readonly locks: Locks
  open(id: string, path?: string): Promise<Workspace>
  /** Undefined when there is no such image. */
  folderOf(id: string): Promise<string | undefined>
  /** The ids of all images, in their order. */
  list(): Promise<readonly string[]>
  /** Makes a workspace whole or not at all; the text is its first snapshot. */
  create(id: string, photo: Photo, text: string, root: string): Promise<Workspace>
}

/** Where workspaces are. */
export interface WorkspacesOptions {
  /** Folders that hold workspaces; new ones go into the first. */
  readonly roots: readonly [string, ...string[]]
  readonly now?: () => Date
  /** The image that '.' stands for. */
  readonly here?: string
  readonly lockPatienceMs?: number
}

const draftPrefix = '.new-'
const draftLifeMs = 3_600_000

/** Opens the workspaces of some folders; nothing is read before one is asked for. */
export function createWorkspaces({
  roots: given,
  now = () => new Date(),
  here,
  lockPatienceMs,
}: WorkspacesOptions): Workspaces {
  const roots = given.map((root) => resolve(root))
  const locks = createLocks({ patienceMs: lockPatienceMs })
  const meant = (asked: string) => (asked === '.' && here !== undefined ? here : asked)

  async function find(
    id: string,
  ): Promise<{ readonly folder: string; readonly text: string } | undefined> {
    for (const root of roots) {
      const folder = join(root, id)
      const text = await ifThere(readFile(join(folder, 'image.json'), 'utf8'))
      if (text !== undefined) return { folder, text }
    }
    return undefined
  }

  const toWorkspace = (folder: string, facts: ImageFacts): Workspace => ({
    id: facts.image_id,
    folder,
    facts,
    frame: toFrame(facts),
    repository: createRepository(folder, { locks, now }),
    original: () => checkOriginal(join(folder, 'raw', facts.file), facts),
  })

  async function folderOf(asked: string): Promise<string | undefined> {
    for (const root of isImageId(meant(asked)) ? roots : []) {
      if ((await ifThere(stat(join(root, meant(asked), 'image.json')))) !== undefined)
        return join(root, meant(asked))
    }
    return undefined
  }

  async function list(): Promise<readonly string[]> {
    const names = (await Promise.all(roots.map(namesIn))).flat().filter(isImageId)
    const found = [...new Set(names)]
      .toSorted()
      .map(async (id) => ((await folderOf(id)) === undefined ? [] : [id]))
    return (await Promise.all(found)).flat()
  }

  return {
    roots,
    locks,
    folderOf,
    list,
    async open(asked, path = 'image_id') {
      if (asked === '.' && here === undefined) throw noImageHere(path)
      const id = checkImageId(meant(asked), path)
      const { folder, text } = (await find(id)) ?? notFound(id, await list(), path)
      return toWorkspace(folder, ImageFacts.parse(JSON.parse(text)))
    },
    async create(id, { path, facts: known }, text, root) {
      const facts: ImageFacts = { ...known, image_id: id, ingested_at: now().toISOString() }
      const [draft, folder] = [join(root, draftPrefix + randomUUID()), join(root, id)]
      try {
        await makeFolder(root)
        await sweepDrafts(root)
        await mkdir(draft)
        await Promise.all(
          ['raw', 'previews', 'exports', 'sessions'].map((name) => mkdir(join(draft, name))),
        )
        await symlink(path, join(draft, 'raw', facts.file))
        await createRepository(draft, { locks, now }).begin(text)
        await writeFileAtomically(
          join(draft, 'image.json'),
          `${JSON.stringify(facts, undefined, 2)}\n`,
          join(draft, 'tmp'),
        )
        await rename(draft, folder)
      } catch (thrown) {
        await ifThere(rm(draft, { recursive: true, force: true }))
        if (!(await ifThere(stat(root)))?.isDirectory()) throw noFolder(root, thrown)
        if (failedWith(thrown, 'ENOTEMPTY', 'EEXIST', 'ENOTDIR')) throw inUse(id, false)
        throw thrown
      }
      await syncFolder(root)
      return toWorkspace(folder, facts)
    },
  }
}

/** An id that an image has, of the same photo or of another. */
export const inUse = (id: string, isSamePhoto: boolean): DarkroomError =>
  new DarkroomError(
    'state_error',
    isSamePhoto ? `This photo is the image '${id}' already.` : `There is an image '${id}' already.`,
    {
      path: 'image_id',
      hint: isSamePhoto
        ? 'Go on with it, its edit is kept; or give another image_id for a second edit.'
        : 'Give another image_id.',
      details: { image_id: id },
    },
  )

const noFolder = (root: string, cause: unknown) =>
  new DarkroomError('state_error', 'The folder of the workspaces cannot be made.', {
    hint: `Something else is at ${root}, or above it; move that away, or choose another workspace.`,
    cause,
  })

const noImageHere = (path: string) =>
  new DarkroomError(
    'invalid_input',
    "'.' is the image whose folder a command is given in, and this is the folder of none.",
    { path, hint: 'Go into the folder of an image, or give its id.' },
  )

function notFound(id: string, ids: readonly string[], path: string): never {
  const close = nearest(id, ids)
  const known =
    ids.length === 0
      ? 'There is no image in this workspace yet; ingest takes a photo in and gives its id.'
      : `There ${ids.length === 1 ? 'is' : 'are'} ${listNames(ids)}; ingest takes a photo in and gives its id.`
  throw new DarkroomError('not_found', `There is no image '${id}'.`, {
    path,
    hint: close === undefined ? known : `Did you mean '${close}'? ${known}`,
    details: { image_id: id },
  })
}

function toFrame({ frame, exif, aperture }: ImageFacts): Frame | undefined {
  if (frame === null) return undefined
  const { make, model, lens_model: lens, focal_length_mm: focalLength } = exif
  if (make === null || model === null) return frame
  return {
    ...frame,
    camera: {
      make,
      model,
      ...(lens !== null && { lens }),
      ...(focalLength !== null && { focalLength }),
      ...(aperture !== null && { aperture }),
    },
  }
}

/** A file of the same size and time is the same; any other is read again. */
async function checkOriginal(
  path: string,
  { bytes, modified_ms, sha256, file }: ImageFacts,
): Promise<string> {
  const found = await ifThere(stat(path))
  if (found === undefined) {
    throw new DarkroomError('state_error', `The original ${file} is not where it was.`, {
      hint: `Put it back, or let the link raw/${file} in the workspace lead to its new place; the edit is kept.`,
      details: { file },
    })
  }
  if (found.size === bytes && (found.mtimeMs === modified_ms || (await hashFile(path)) === sha256))
    return path
  const hint = 'Put the old file back, or ingest the new one under another image_id.'
  throw new DarkroomError(
    'state_error',
    `The original ${file} is no longer the file that was ingested.`,
    { hint, details: { file } },
  )
}

/** Removes what a killed process left half made. */
async function sweepDrafts(root: string): Promise<void> {
  for (const name of (await namesIn(root)).filter((name) => name.startsWith(draftPrefix))) {
    const found = await ifThere(stat(join(root, name)))
    if (found !== undefined && Date.now() - found.mtimeMs > draftLifeMs)
      await rm(join(root, name), { recursive: true, force: true })
  }
}
