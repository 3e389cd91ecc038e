import { clip } from '../json/json.ts'
import type { Archive, ArchiveOptions } from './archive.ts'
import { type BlobStore, toDrafts } from './blob-store.ts'
import { createArchive } from './create-archive.ts'
import { fromText, toText } from './reference.ts'

/** As much of an ioredis client as an archive needs; whoever made it closes it. */
export interface RedisArchiveClient {
  eval(
    script: string,
    keyCount: number,
    ...keysAndArguments: (string | Uint8Array)[]
  ): Promise<unknown>
  getBuffer(key: string): Promise<Uint8Array | null>
  hget(key: string, field: string): Promise<string | null>
  hgetall(key: string): Promise<Record<string, string>>
  sscan(key: string, cursor: string): Promise<[cursor: string, members: string[]]>
}

/** What an archive in Redis can be told. */
export interface RedisArchiveOptions extends ArchiveOptions {
  /**
   * Starts every key; give each server its own when several share one Redis, and put it in braces
   * on a cluster. Default: `toolaccord:archive:`.
   */
  readonly prefix?: string | undefined
}

/** An archive in Redis, for several machines; as durable as that Redis is. */
export const createRedisArchive = (
  client: RedisArchiveClient,
  { prefix, ...options }: RedisArchiveOptions = {},
): Archive => createArchive(createRedisBlobs(client, prefix), options)

/**
 * Per content one key with its bytes and one with its references by owner, and one set of all
 * hashes.
 */
export function createRedisBlobs(
  client: RedisArchiveClient,
  prefix = 'toolaccord:archive:',
): BlobStore {
  if (!/^[\w:.{}-]{0,64}$/.test(prefix))
    throw new TypeError(
      `prefix: '${clip(prefix)}' must be at most 64 letters, digits, '_', ':', '.', '-' or braces`,
    )
  const hashes = `${prefix}hashes`
  const referencesOf = (hash: string) => `${prefix}references:${hash}`
  const bytesOf = (hash: string) => `${prefix}bytes:${hash}`
  const run = async (script: string, hash: string, ...given: (string | Uint8Array)[]) =>
    (await client.eval(script, 3, referencesOf(hash), bytesOf(hash), hashes, ...given)) === 1

  async function findAll(hash: string) {
    return Object.entries(await client.hgetall(referencesOf(hash))).flatMap(
      ([owner, text]) => fromText(hash, owner, text) ?? [],
    )
  }

  return {
    async find(hash, owner) {
      if (owner === undefined) return findAll(hash)
      const reference = fromText(hash, owner, (await client.hget(referencesOf(hash), owner)) ?? '')
      return reference === undefined ? [] : [reference]
    },
    read: async ({ hash }) => (await client.getBuffer(bytesOf(hash))) ?? undefined,
    // The client takes bytes as a Buffer only, and writes any other kind of array as text.
    draft: toDrafts((reference, bytes) =>
      run(
        writeScript,
        reference.hash,
        reference.owner,
        toText(reference),
        reference.hash,
        Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length),
      ),
    ),
    refer: (reference, source) =>
      run(
        referScript,
        source.hash,
        source.owner,
        toText(source),
        reference.owner,
        toText(reference),
      ),
    remove: (reference) =>
      run(removeScript, reference.hash, reference.owner, toText(reference), reference.hash),
    async *list() {
      let cursor = '0'
      do {
        const [next, members] = await client.sscan(hashes, cursor)
        for (const hash of members) yield* await findAll(hash)
        cursor = next
      } while (cursor !== '0')
    },
  }
}

const writeScript = `
if redis.call('hsetnx', KEYS[1], ARGV[1], ARGV[2]) == 0 then return 0 end
redis.call('set', KEYS[2], ARGV[4])
redis.call('sadd', KEYS[3], ARGV[3])
return 1`

const referScript = `
if redis.call('hget', KEYS[1], ARGV[1]) ~= ARGV[2] then return 0 end
if ARGV[1] ~= ARGV[3] and redis.call('hexists', KEYS[1], ARGV[3]) == 1 then return 0 end
redis.call('hset', KEYS[1], ARGV[3], ARGV[4])
return 1`

const removeScript = `
if redis.call('hget', KEYS[1], ARGV[1]) ~= ARGV[2] then return 0 end
redis.call('hdel', KEYS[1], ARGV[1])
if redis.call('exists', KEYS[1]) == 0 then
  redis.call('del', KEYS[2])
  redis.call('srem', KEYS[3], ARGV[3])
end
return 1`
