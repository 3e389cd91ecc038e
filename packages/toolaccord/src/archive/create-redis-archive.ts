import type { Archive, ArchiveOptions } from './archive.ts'
import { type RedisArchiveClient, createRedisBlobs } from './blobs/create-redis-blobs.ts'
import { createArchive } from './create-archive.ts'

/** The options of an archive in Redis. */
export interface RedisArchiveOptions extends ArchiveOptions {
  /**
   * The start of every key. Give each server its own if several share one Redis, and put it in
   * braces on a cluster. Default: `toolaccord:archive:`.
   */
  readonly prefix?: string | undefined
}

/** Creates an archive in Redis, for several machines; it is as durable as that Redis. */
export const createRedisArchive = (
  client: RedisArchiveClient,
  { prefix, ...options }: RedisArchiveOptions = {},
): Archive => createArchive(createRedisBlobs(client, prefix), options)
