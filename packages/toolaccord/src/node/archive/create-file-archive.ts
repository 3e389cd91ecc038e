import { resolve } from 'node:path'
import type { Archive, ArchiveOptions } from '../../archive/archive.ts'
import { createArchive } from '../../archive/create-archive.ts'
import { brotli } from './brotli.ts'
import { createFileBlobs } from './create-file-blobs.ts'
import { toArchiveFolder } from './to-archive-folder.ts'

/** The options of an archive in a folder. */
export interface FileArchiveOptions extends ArchiveOptions {
  /**
   * Made when something is put; processes of one user may share it. Default: `toolaccord/archive`
   * in the cache folder of the user.
   */
  readonly folder?: string | undefined
}

/**
 * Creates an archive in a folder that only its owner may enter; its content survives the death of
 * any process.
 */
export const createFileArchive = ({
  folder = toArchiveFolder(),
  ...options
}: FileArchiveOptions = {}): Archive =>
  createArchive(createFileBlobs(resolve(folder)), options, brotli)
