export { ArchiveError } from './archive-error.ts'
export { createMemoryArchive } from './memory-archive.ts'
export { createPostgresArchive } from './postgres-archive.ts'
export { createRedisArchive } from './redis-archive.ts'
export { hashContent } from './hash-content.ts'
export { toCanonicalJson } from '../json/canonical-json.ts'

export type {
  Archive,
  ArchiveEntry,
  ArchiveOptions,
  ArchiveStats,
  OwnerOptions,
  PutOptions,
  SweepResult,
} from './archive.ts'
export type { LeafWriter } from '../json/canonical-json.ts'
export type { ArchiveReason } from './archive-error.ts'
export type { PostgresArchiveOptions, PostgresArchivePool } from './postgres-archive.ts'
export type { RedisArchiveClient, RedisArchiveOptions } from './redis-archive.ts'
