export { ArchiveError } from './archive-error.ts'
export { createMemoryArchive } from './create-memory-archive.ts'
export { createPostgresArchive } from './create-postgres-archive.ts'
export { createRedisArchive } from './create-redis-archive.ts'
export { hashContent } from './hash-content.ts'
export { toCanonicalJson } from '../json/to-canonical-json.ts'

export type {
  Archive,
  ArchiveEntry,
  ArchiveOptions,
  ArchiveStats,
  OwnerOptions,
  PutOptions,
  SweepResult,
} from './archive.ts'
export type { LeafWriter } from '../json/to-canonical-json.ts'
export type { ArchiveReason } from './archive-error.ts'
export type { PostgresArchivePool } from './blobs/create-postgres-blobs.ts'
export type { PostgresArchiveOptions } from './create-postgres-archive.ts'
export type { RedisArchiveClient } from './blobs/create-redis-blobs.ts'
export type { RedisArchiveOptions } from './create-redis-archive.ts'
