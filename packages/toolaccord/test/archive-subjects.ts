import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { Pool } from 'pg'
import type { Archive, ArchiveOptions } from '../src/archive/archive.ts'
import type { BlobStore } from '../src/archive/blobs/blob-store.ts'
import { createMemoryBlobs } from '../src/archive/blobs/create-memory-blobs.ts'
import { createPostgresBlobs } from '../src/archive/blobs/create-postgres-blobs.ts'
import { createRedisBlobs } from '../src/archive/blobs/create-redis-blobs.ts'
import { createArchive } from '../src/archive/create-archive.ts'
import { deflate } from '../src/archive/pack/deflate.ts'
import type { Codec } from '../src/archive/pack/pack.ts'
import { brotli } from '../src/node/archive/brotli.ts'
import { createFileBlobs } from '../src/node/archive/create-file-blobs.ts'
import { startPostgres, startRedis } from './services.ts'

/** One kind of archive under test. */
export interface ArchiveSubject {
  readonly name: string
  /** Opens the store at a place, which several may share; a new place is empty. */
  openStore(place: string): BlobStore
  /** Opens an archive over a store; it sweeps only when it is asked to. */
  openArchive(store: BlobStore, options?: ArchiveOptions): Archive
}

/** The archives that this machine can test, and the services that they use. */
export interface ArchiveSubjects {
  readonly subjects: readonly ArchiveSubject[]
  /** Undefined if Redis is not installed. */
  readonly client: Redis | undefined
  /** Undefined if PostgreSQL is not installed. */
  readonly pool: Pool | undefined
  stop(): Promise<void>
}

function toSubject(
  name: string,
  openStore: ArchiveSubject['openStore'],
  codec: Codec = deflate,
): ArchiveSubject {
  return {
    name,
    openStore,
    openArchive: (store, options) =>
      createArchive(store, { sweepEveryMs: Infinity, ...options }, codec),
  }
}

function memorySubject(): ArchiveSubject {
  const places = new Map<string, BlobStore>()
  return toSubject('memory', (place) => {
    const store = places.get(place) ?? createMemoryBlobs()
    places.set(place, store)
    return store
  })
}

/** Starts every kind of archive that this machine can test, on real services. */
export async function startArchives(): Promise<ArchiveSubjects> {
  const [redis, postgres] = await Promise.all([startRedis(), startPostgres()])
  const folder = mkdtempSync(join(tmpdir(), 'archive-'))
  const client = redis && new Redis(redis.url)
  const pool = postgres && new Pool({ connectionString: postgres.url, max: 10 })
  const subjects = [
    memorySubject(),
    toSubject('files', (place) => createFileBlobs(join(folder, place)), brotli),
  ]
  if (client !== undefined)
    subjects.push(toSubject('Redis', (place) => createRedisBlobs(client, `${place}:`)))
  if (pool !== undefined)
    subjects.push(toSubject('PostgreSQL', (place) => createPostgresBlobs(pool, place)))
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
