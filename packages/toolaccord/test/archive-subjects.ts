import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { Pool } from 'pg'
import type { Archive, ArchiveOptions } from '../src/archive/archive.ts'
import type { BlobStore } from '../src/archive/blob-store.ts'
import { createArchive } from '../src/archive/create-archive.ts'
import { deflate } from '../src/archive/deflate.ts'
import { createMemoryBlobs } from '../src/archive/memory-archive.ts'
import { createPostgresBlobs } from '../src/archive/postgres-archive.ts'
import { createRedisBlobs } from '../src/archive/redis-archive.ts'
import { brotli } from '../src/node/archive/brotli.ts'
import { createFileBlobs } from '../src/node/archive/create-file-blobs.ts'
import { startPostgres, startRedis } from './services.ts'

/** One kind of archive under test. */
export interface ArchiveSubject {
  readonly name: string
  /**
   * The store at a place, which several may share; a place that was not named before has nothing in
   * it.
   */
  openStore(place: string): BlobStore
  /** An archive over a store; it sweeps when it is asked to only. */
  openArchive(store: BlobStore, options?: ArchiveOptions): Archive
}

export interface ArchiveSubjects {
  readonly subjects: readonly ArchiveSubject[]
  /** Undefined where it is not installed, as below. */
  readonly client: Redis | undefined
  readonly pool: Pool | undefined
  stop(): Promise<void>
}

/** Every kind of archive that this machine can test, on real services. */
export async function startArchives(): Promise<ArchiveSubjects> {
  const [redis, postgres] = await Promise.all([startRedis(), startPostgres()])
  const folder = mkdtempSync(join(tmpdir(), 'archive-'))
  const client = redis && new Redis(redis.url)
  const pool = postgres && new Pool({ connectionString: postgres.url, max: 10 })
  const places = new Map<string, BlobStore>()
  const inMemory = (place: string) =>
    places.get(place) ?? places.set(place, createMemoryBlobs()).get(place) ?? createMemoryBlobs()
  const subject = (
    name: string,
    openStore: ArchiveSubject['openStore'],
    codec = deflate,
  ): ArchiveSubject => ({
    name,
    openStore,
    openArchive: (store, options) =>
      createArchive(store, { sweepEveryMs: Infinity, ...options }, codec),
  })
  const subjects = [
    subject('memory', inMemory),
    subject('files', (place) => createFileBlobs(join(folder, place)), brotli),
    ...(client ? [subject('Redis', (place) => createRedisBlobs(client, `${place}:`))] : []),
    ...(pool ? [subject('PostgreSQL', (place) => createPostgresBlobs(pool, place))] : []),
  ]
  return {
    subjects,
    client,
    pool,
    async stop() {
      client?.disconnect()
      await pool?.end()
      await Promise.all([redis?.stop(), postgres?.stop()])
      rmSync(folder, { recursive: true })
    },
  }
}
