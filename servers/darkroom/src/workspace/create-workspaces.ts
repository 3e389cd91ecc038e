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
import { checkOriginal } from './photo/check-original.ts'
import { ImageFacts } from './photo/image-facts.ts'
import type { Photo } from './photo/inspect-photo.ts'
import {
  type Repository,
  type RepositoryOptions,
  createRepository,
} from './versions/create-repository.ts'

/** One photo and everything that was done to it. */
export interface Workspace {
  readonly id: string
  readonly folder: string
  readonly facts: ImageFacts
  readonly frame: Frame | undefined
  readonly repository: Repository
  /** Returns the path of the original; throws if it is not the file that was ingested. */
  original(): Promise<string>
}

/** A workspace to be made. */
export interface NewWorkspace {
  readonly id: string
  readonly photo: Photo
  /** The text of the first snapshot. */
  readonly text: string
  readonly root: string
}

/**
 * The workspaces of some folders. They are looked up on disk at every call, because other processes
 * may add some.
 */
export interface Workspaces {
  readonly roots: readonly string[]
  readonly locks: Locks
  open(id: string, path?: string | undefined): Promise<Workspace>
  /** Returns undefined if there is no such image. */
  folderOf(id: string): Promise<string | undefined>
  /** Returns the ids of all images, sorted. */
  list(): Promise<readonly string[]>
  /** Makes a workspace as a whole or not at all. */
  create(workspace: NewWorkspace): Promise<Workspace>
}

/** The places of workspaces. */
export interface WorkspacesOptions {
  /** The folders that hold workspaces; new ones go into the first. */
  readonly roots: readonly [string, ...string[]]
  readonly now?: (() => Date) | undefined
  /** The image that '.' means. */
  readonly here?: string | undefined
  readonly lockPatienceMs?: number | undefined
}

/** Opens the workspaces of some folders; nothing is read before the first call. */
export function createWorkspaces({
  roots: given,
  now = () => new Date(),
  here,
  lockPatienceMs,
}: WorkspacesOptions): Workspaces {
  const roots = given.map((root) => resolve(root))
  const locks = createLocks({ patienceMs: lockPatienceMs })
  const options: RepositoryOptions = { locks, now }
  const toId = (asked: string) => (asked === '.' && here !== undefined ? here : asked)

  async function folderOf(asked: string): Promise<string | undefined> {
    const id = toId(asked)
    return isImageId(id) ? findFolder(roots, id) : undefined
  }

  async function list(): Promise<readonly string[]> {
    const names = (await Promise.all(roots.map(namesIn))).flat().filter(isImageId)
    const ids = [...new Set(names)].toSorted()
    const folders = await Promise.all(ids.map((id) => findFolder(roots, id)))
    return ids.filter((_, index) => folders[index] !== undefined)
  }

  return {
    roots,
    locks,
    folderOf,
    list,
    async open(asked, path = 'image_id') {
      if (asked === '.' && here === undefined) throw noImageHere(path)
      const id = checkImageId(toId(asked), path)
      const found = await readFacts(roots, id)
      if (found === undefined) throw notFound(id, await list(), path)
      return toWorkspace(found.folder, ImageFacts.parse(JSON.parse(found.text)), options)
    },
    create: (workspace) => create(workspace, options),
  }
}

async function findFolder(roots: readonly string[], id: string): Promise<string | undefined> {
  for (const root of roots) {
    const folder = join(root, id)
    if ((await ifThere(stat(join(folder, 'image.json')))) !== undefined) return folder
  }
  return undefined
}

async function readFacts(
  roots: readonly string[],
  id: string,
): Promise<{ readonly folder: string; readonly text: string } | undefined> {
  for (const root of roots) {
    const folder = join(root, id)
    const text = await ifThere(readFile(join(folder, 'image.json'), 'utf8'))
    if (text !== undefined) return { folder, text }
  }
  return undefined
}

const toWorkspace = (folder: string, facts: ImageFacts, options: RepositoryOptions): Workspace => ({
  id: facts.image_id,
  folder,
  facts,
  frame: toFrame(facts),
  repository: createRepository(folder, options),
  original: () => checkOriginal(join(folder, 'raw', facts.file), facts),
})

function toFrame({ frame, exif, aperture }: ImageFacts): Frame | undefined {
  if (frame === null) return undefined
  const { make, model, lens_model: lens, focal_length_mm: focalLength } = exif
  if (make === null || model === null) return frame
  return {
    ...frame,
    camera: {
      make,
      model,
      lens: lens ?? undefined,
      focalLength: focalLength ?? undefined,
      aperture: aperture ?? undefined,
    },
  }
}

const draftPrefix = '.new-'
const draftLifeMs = 3_600_000

async function create(
  { id, photo, text, root }: NewWorkspace,
  options: RepositoryOptions,
): Promise<Workspace> {
  const ingested_at = options.now().toISOString()
  const facts: ImageFacts = { ...photo.facts, image_id: id, ingested_at }
  const draft = join(root, draftPrefix + randomUUID())
  const folder = join(root, id)
  try {
    await makeFolder(root)
    await sweepDrafts(root)
    await fillFolder(draft, photo.path, facts)
    await createRepository(draft, options).begin(text)
    await writeFileAtomically(
      join(draft, 'image.json'),
      `${JSON.stringify(facts, undefined, 2)}\n`,
      join(draft, 'tmp'),
    )
    await rename(draft, folder)
  } catch (thrown) {
    await ifThere(rm(draft, { recursive: true, force: true }))
    const isFolder = (await ifThere(stat(root)))?.isDirectory() ?? false
    if (!isFolder) throw noFolder(root, thrown)
    if (failedWith(thrown, 'ENOTEMPTY', 'EEXIST', 'ENOTDIR')) throw inUse(id)
    throw thrown
  }
  await syncFolder(root)
  return toWorkspace(folder, facts, options)
}

async function fillFolder(folder: string, photo: string, { file }: ImageFacts): Promise<void> {
  await mkdir(folder)
  const names = ['raw', 'previews', 'exports', 'sessions']
  await Promise.all(names.map((name) => mkdir(join(folder, name))))
  await symlink(photo, join(folder, 'raw', file))
}

/** Removes unfinished workspaces of killed processes. */
async function sweepDrafts(root: string): Promise<void> {
  for (const name of await namesIn(root)) {
    if (!name.startsWith(draftPrefix)) continue
    const found = await ifThere(stat(join(root, name)))
    if (found !== undefined && Date.now() - found.mtimeMs > draftLifeMs)
      await rm(join(root, name), { recursive: true, force: true })
  }
}

/** Creates the error for an id that another photo has. */
export const inUse = (id: string): DarkroomError =>
  new DarkroomError('state_error', `There is already an image '${id}'.`, {
    path: 'image_id',
    hint: 'Give another image_id.',
    details: { image_id: id },
  })

const noFolder = (root: string, cause: unknown) =>
  new DarkroomError('state_error', 'The folder of the workspaces cannot be made.', {
    hint: `Something else is at ${root}, or above it; move that away, or choose another workspace.`,
    cause,
  })

const noImageHere = (path: string) =>
  new DarkroomError(
    'invalid_input',
    "'.' is the image of the current folder, but this is not the folder of an image.",
    { path, hint: 'Go into the folder of an image, or give its id.' },
  )

function notFound(id: string, ids: readonly string[], path: string): DarkroomError {
  const close = nearest(id, ids)
  const known = `${describeImages(ids)}. A photo gets an id when it is ingested by its path.`
  return new DarkroomError('not_found', `There is no image '${id}'.`, {
    path,
    hint: close === undefined ? known : `Did you mean '${close}'? ${known}`,
    details: { image_id: id },
  })
}

function describeImages(ids: readonly string[]): string {
  if (ids.length === 0) return 'There is no image in this workspace yet'
  if (ids.length === 1) return `There is ${ids[0]}`
  return `There are ${listNames(ids)}`
}
