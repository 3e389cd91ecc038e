import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, realpath, stat } from 'node:fs/promises'
import { basename, extname, resolve, sep } from 'node:path'
import { ifThere } from '../../disk/if-there.ts'
import { DarkroomError } from '../../errors/darkroom-error.ts'
import type { ImageFacts } from './image-facts.ts'
import { familyOf, photoExtensions, photoKindOf } from './photo-kind.ts'
import { readExif } from './read-exif.ts'
import { readPictureSize } from './read-picture-size.ts'

/** A photo that may be ingested. */
export interface Photo {
  /** The real path, without links. */
  readonly path: string
  readonly facts: Omit<ImageFacts, 'image_id' | 'ingested_at'>
}

/** A file that a caller names, and the folders in which it must be. */
export interface FileRequest {
  readonly given: string
  /** Empty if files may be anywhere. */
  readonly folders: readonly string[]
  /** The name of the argument. */
  readonly argument: string
  /** What to do if there is no such file. */
  readonly hint: string
}

const mostBytes = 4_294_967_296

/** Reads the facts about a photo; throws if the file is not a photo. */
export async function inspectPhoto(given: string, folders: readonly string[]): Promise<Photo> {
  const hint = 'Give the whole path of a photo.'
  const path = await locateFile({ given, folders, argument: 'raw_path', hint })
  const { size, mtimeMs } = await stat(path)
  const extension = extensionOf(path)
  const kind = photoKindOf(familyOf(await readStart(path)), extension)
  if (kind === undefined) throw notAPhoto(path, extension)
  if (size > mostBytes)
    throw new DarkroomError(
      'invalid_input',
      `${basename(path)} has ${size} bytes; at most ${mostBytes} are accepted.`,
      { path: 'raw_path' },
    )
  const { summary, aperture, orientation, size: written } = await readExif(path)
  const frame = (kind === 'ldr' ? await readPictureSize(path) : null) ?? written
  return {
    path,
    facts: {
      file: basename(path),
      sha256: await hashFile(path),
      bytes: size,
      modified_ms: mtimeMs,
      kind,
      frame: frame && { ...frame, orientation },
      aperture,
      exif: summary,
    },
  }
}

function notAPhoto(path: string, extension: string): DarkroomError {
  const message = `${basename(path)} is not a photo: ${whyNotAPhoto(extension)}.`
  return new DarkroomError('invalid_input', message, {
    path: 'raw_path',
    hint: `Raw files of cameras and pictures are accepted: ${photoExtensions.join(', ')}.`,
  })
}

function whyNotAPhoto(extension: string): string {
  if (extension === '') return 'its name has no extension'
  if (!photoExtensions.includes(extension)) return `'.${extension}' is not an extension of photos`
  return `its first bytes are not those of a ${extension} file`
}

/** Returns the real path of a file that a caller names; throws if it may not be read. */
export async function locateFile(request: FileRequest): Promise<string> {
  const { given, argument, hint } = request
  const path = await ifThere(realpath(resolve(given)))
  await checkFolder(path ?? resolve(given), request)
  const found = path === undefined ? undefined : await ifThere(stat(path))
  if (path !== undefined && found?.isFile()) return path
  const shown = JSON.stringify(given.slice(0, 300))
  const isFolder = found?.isDirectory() ?? false
  const message = isFolder ? `${shown} is a folder, not a file.` : `There is no file ${shown}.`
  throw new DarkroomError('not_found', message, { path: argument, hint })
}

async function checkFolder(path: string, { folders, argument }: FileRequest): Promise<void> {
  if (folders.length === 0) return
  const roots = await Promise.all(
    folders.map(async (folder) => (await ifThere(realpath(folder))) ?? resolve(folder)),
  )
  if (roots.some((root) => path.startsWith(root + sep))) return
  throw new DarkroomError(
    'invalid_input',
    'The file is not in a folder that this server may read.',
    { path: argument, hint: 'DARKROOM_PHOTOS names the folders.' },
  )
}

const extensionOf = (path: string): string => extname(path).slice(1).toLowerCase()

async function readStart(path: string): Promise<Uint8Array> {
  const file = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await file.read(new Uint8Array(64), 0, 64, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

/** Returns the SHA-256 of a file, which may be larger than memory. */
export async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path, { highWaterMark: 1_048_576 }))
    hash.update(chunk as Uint8Array)
  return hash.digest('hex')
}
