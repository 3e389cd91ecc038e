import type { Archive, ArchiveOptions } from './archive.ts'
import { createMemoryBlobs } from './blobs/create-memory-blobs.ts'
import { createArchive } from './create-archive.ts'

/** Creates an archive of one process; its content is gone when the process ends. */
export const createMemoryArchive = (options?: ArchiveOptions): Archive =>
  createArchive(createMemoryBlobs(), options)
