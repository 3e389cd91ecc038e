import { clip } from '../../json/json.ts'
import type { BlobStore } from './blob-store.ts'
import { type Reference, fromReferenceText, toReferenceText } from './reference.ts'
import { toDrafts } from './to-drafts.ts'

/** The part of an ioredis client that an archive needs; whoever made the client closes it. */
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

/**
 * Creates a store in Redis: one key for the bytes of a content, one for its references by owner,
 * and one set of all hashes.
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

  async function run(script: string, hash: string, given: (string | Uint8Array)[]) {
    const keys = [referencesOf(hash), bytesOf(hash), hashes]
    return (await client.eval(script, keys.length, ...keys, ...given)) === 1
  }

  async function findAll(hash: string): Promise<readonly Reference[]> {
    const entries = Object.entries(await client.hgetall(referencesOf(hash)))
    return entries.flatMap(([owner, text]) => fromReferenceText(hash, owner, text) ?? [])
  }

  return {
    async find(hash, owner) {
      if (owner === undefined) return findAll(hash)
      const text = (await client.hget(referencesOf(hash), owner)) ?? ''
      const reference = fromReferenceText(hash, owner, text)
      return reference === undefined ? [] : [reference]
    },
    read: async ({ hash }) => (await client.getBuffer(bytesOf(hash))) ?? undefined,
    draft: toDrafts((reference, bytes) => {
      const { hash, owner } = reference
      // The client takes bytes as a Buffer only, and writes any other kind of array as text.
      const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
      return run(writeScript, hash, [owner, toReferenceText(reference), hash, buffer])
    }),
    refer(reference, source) {
      const from = [source.owner, toReferenceText(source)]
      const to = [reference.owner, toReferenceText(reference)]
      return run(referScript, source.hash, [...from, ...to])
    },
    remove(reference) {
      const { hash, owner } = reference
      return run(removeScript, hash, [owner, toReferenceText(reference), hash])
    },
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
