import type { Archive, ArchiveOptions } from './archive.ts'
import { type PostgresArchivePool, createPostgresBlobs } from './blobs/create-postgres-blobs.ts'
import { createArchive } from './create-archive.ts'

/** The options of an archive in PostgreSQL. */
export interface PostgresArchiveOptions extends ArchiveOptions {
  /**
   * The table of the references; the contents are in one of the same name and `_bytes`. Both are
   * made if they are missing. Default: `toolaccord_archive`.
   */
  readonly table?: string | undefined
}

/** Creates an archive in two tables of PostgreSQL, for several machines. */
export const createPostgresArchive = (
  pool: PostgresArchivePool,
  { table, ...options }: PostgresArchiveOptions = {},
): Archive => createArchive(createPostgresBlobs(pool, table), options)
