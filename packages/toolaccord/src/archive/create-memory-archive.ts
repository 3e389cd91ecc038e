import type { Archive, ArchiveOptions } from './archive.ts'
import { createMemoryBlobs } from './blobs/create-memory-blobs.ts'
import { createArchive } from './create-archive.ts'

/** The memory of a process is scarcer than a disk. */
const defaultQuotaBytes = 67_108_864

/**
 * Creates an archive of one process; its content is gone when the process ends. Its quota is 64 MB
 * unless the options give another.
 */
export function createMemoryArchive(options: ArchiveOptions = {}): Archive {
  const { quotaBytes = defaultQuotaBytes } = options
  const archive = createArchive(createMemoryBlobs(), { ...options, quotaBytes })
  return { ...archive, isShared: false }
}
