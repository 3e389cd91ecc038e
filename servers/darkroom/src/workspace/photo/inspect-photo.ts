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
  /** Without links. */
  readonly path: string
  readonly facts: Omit<ImageFacts, 'image_id' | 'ingested_at'>
}

const mostBytes = 4_294_967_296

/** Reads what must be known of a photo, or says why it is none. */
export async function inspectPhoto(given: string, folders: readonly string[]): Promise<Photo> {
  const path = await locateFile(given, folders, 'raw_path')
  const { size, mtimeMs } = await stat(path)
  const extension = extensionOf(path)
  const kind = photoKindOf(familyOf(await readStart(path)), extension)
  if (kind === undefined) {
    const why = photoExtensions.includes(extension)
      ? `its first bytes are not those of a ${extension} file`
      : extension === ''
        ? 'its name has no ending'
        : `'.${extension}' is no ending of one`
    throw new DarkroomError('invalid_input', `${basename(path)} is not a photo: ${why}.`, {
      path: 'raw_path',
      hint: `Accepted are files of real cameras and pictures: ${photoExtensions.join(', ')}.`,
    })
  }
  if (size > mostBytes)
    throw new DarkroomError(
      'invalid_input',
      `${basename(path)} has ${size} bytes; at most ${mostBytes} are taken.`,
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

/**
 * The real path of a file that a caller named; where folders are given, it must be in one of them.
 * The hint is for one that is not there.
 */
export async function locateFile(
  given: string,
  folders: readonly string[],
  argument: string,
  hint = 'Give the whole path of a photo.',
): Promise<string> {
  const path = await ifThere(realpath(resolve(given)))
  const roots = await Promise.all(
    folders.map(async (folder) => (await ifThere(realpath(folder))) ?? resolve(folder)),
  )
  if (roots.length > 0 && !roots.some((root) => (path ?? resolve(given)).startsWith(root + sep))) {
    throw new DarkroomError(
      'invalid_input',
      'The file is not in a folder that this server may read.',
      { path: argument, hint: 'DARKROOM_PHOTOS names the folders.' },
    )
  }
  const found = path === undefined ? undefined : await ifThere(stat(path))
  if (path !== undefined && found?.isFile()) return path
  const shown = JSON.stringify(given.slice(0, 300))
  throw new DarkroomError(
    'not_found',
    found?.isDirectory() ? `${shown} is a folder, and no file.` : `There is no file ${shown}.`,
    { path: argument, hint },
  )
}

/** What stands after the last dot of a name, in small letters. */
export const extensionOf = (path: string): string => extname(path).slice(1).toLowerCase()

async function readStart(path: string): Promise<Uint8Array> {
  const file = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await file.read(new Uint8Array(64), 0, 64, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

/** The SHA-256 of a file, which may be larger than memory. */
export async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path, { highWaterMark: 1_048_576 }))
    hash.update(chunk as Uint8Array)
  return hash.digest('hex')
}
