import { describe, expect, it, vi } from 'vitest'
import type { ArchiveOptions, PutOptions } from './archive.ts'
import type { BlobStore } from './blobs/blob-store.ts'
import { createMemoryBlobs } from './blobs/create-memory-blobs.ts'
import { toDrafts } from './blobs/to-drafts.ts'
import { createArchive } from './create-archive.ts'
import { createMemoryArchive } from './create-memory-archive.ts'
import { hashContent } from './hash-content.ts'

const ada = { owner: 'ada' }
const hash = `sha256:${'a'.repeat(64)}`

/** A store that fails with everything. */
function failing(cause: Error): BlobStore {
  const fail = async () => {
    throw cause
  }
  return {
    find: fail,
    read: fail,
    draft: toDrafts(fail),
    refer: fail,
    remove: fail,
    list: () => ({ [Symbol.asyncIterator]: () => ({ next: fail }) }),
  }
}

const allReject = (calls: readonly Promise<unknown>[], error: object) =>
  Promise.all(calls.map((call) => expect(call).rejects.toMatchObject(error)))

describe('hashContent', () => {
  it('is SHA-256 over the bytes, or over a string in UTF-8', async () => {
    expect(await hashContent('abc')).toBe(
      'sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    )
    expect(await hashContent(new TextEncoder().encode('é'))).toBe(await hashContent('é'))
  })
})

describe('an archive', () => {
  it.each([
    '',
    'a'.repeat(64),
    `sha256:${'a'.repeat(63)}`,
    `sha256:${'A'.repeat(64)}`,
    `sha256:${'a'.repeat(64)}\n`,
    `sha256:../${'a'.repeat(61)}`,
    `md5:${'a'.repeat(64)}`,
  ])('takes %j to no store', async (bad) => {
    const archive = createArchive(failing(new Error('the store was asked')))
    const calls = [
      archive.get(bad, ada),
      archive.has(bad, ada),
      archive.pin(bad, ada),
      archive.unpin(bad, ada),
      archive.delete(bad, ada),
    ]
    await allReject(calls, {
      reason: 'malformed_hash',
      hint: "Send the hash as it was given: 'sha256:' and 64 hex digits in lower case.",
    })
  })

  it('says that its store failed, without the message of the store', async () => {
    const cause = new Error("ENOSPC: no space left, write '/home/ada/secret'")
    const archive = createArchive(failing(Object.assign(cause, { code: 'ENOSPC' })))
    const calls = [
      archive.put('x', ada),
      archive.get(hash, ada),
      archive.has(hash, ada),
      archive.pin(hash, ada),
      archive.delete(hash, ada),
      archive.sweep(),
      archive.stats(),
    ]
    await allReject(calls, {
      reason: 'unavailable',
      message: 'The archive cannot be read or written (ENOSPC).',
      cause: { code: 'ENOSPC' },
    })
  })

  it('gives up on an entry that others never leave alone', async () => {
    const store = createMemoryBlobs()
    await createArchive(store).put('x', ada)
    const archive = createArchive({ ...store, refer: async () => false, remove: async () => false })
    const x = await hashContent('x')
    await allReject([archive.put('x', ada), archive.pin(x, ada), archive.delete(x, ada)], {
      reason: 'unavailable',
      message: 'The entry was changed by others 20 times in a row.',
    })
  })

  it('has nothing if the bytes of an entry are gone', async () => {
    const store = createMemoryBlobs()
    const x = await createArchive(store).put('x', ada)
    const archive = createArchive({ ...store, read: async () => undefined })
    expect(await archive.get(x, ada)).toBeUndefined()
  })

  it.each<[string, ArchiveOptions]>([
    ['ttlMs: 0 must be a whole number from 1 to 31536000000', { ttlMs: 0 }],
    [
      'ttlMs: 1.5 must be a whole number from 1 to 31536000000; ' +
        'quotaBytes: -1 must be a whole number from 1; ' +
        'sweepEveryMs: NaN must be a number from 1, or Infinity',
      { ttlMs: 1.5, quotaBytes: -1, sweepEveryMs: Number.NaN },
    ],
  ])('is not made with %s', (faults, options) => {
    expect(() => createMemoryArchive(options)).toThrow(
      new TypeError(`The archive cannot be made: ${faults}.`),
    )
  })

  it('refuses owners that are empty, too long or torn', async () => {
    const archive = createMemoryArchive()
    for (const owner of ['', 'x'.repeat(1_025)]) {
      await allReject([archive.put('x', { owner }), archive.get(hash, { owner })], {
        message: `The owner of an entry has ${owner.length} characters; it may have 1 to 1024.`,
      })
    }
    await expect(archive.put('x', { owner: 'a\ud800' })).rejects.toThrow(
      'The owner of an entry has half a surrogate pair in it.',
    )
  })

  const put = (options: Partial<PutOptions>) =>
    createMemoryArchive().put('x', { ...ada, ...options })

  it('does not put for longer than a year', async () => {
    await expect(put({ ttlMs: 31_536_000_001 })).rejects.toThrow(
      'The content cannot be put: ttlMs: 31536000001 must be a whole number from 1 to 31536000000.',
    )
  })

  it.each([
    'json',
    'text/plain; charset=utf-8',
    'Text/Plain',
    '../x',
    'a/b/c',
    `a/${'b'.repeat(79)}`,
  ])('does not put with the type %s', async (type) => {
    await expect(put({ type })).rejects.toThrow(
      /^The content cannot be put: type: must be a media type of at most 80 characters/,
    )
  })

  it('refuses content over 64 MB, over the quota as stored, or torn', async () => {
    const archive = createMemoryArchive({ quotaBytes: 1_000 })
    const tooLarge = {
      reason: 'too_large',
      message: 'The content is over the limit of 67108864 bytes.',
    }
    const contents = [new Uint8Array(67_108_865), 'x'.repeat(67_108_865), '€'.repeat(22_369_622)]
    for (const content of contents)
      await expect(archive.put(content, ada)).rejects.toMatchObject(tooLarge)
    const noise = crypto.getRandomValues(new Uint8Array(1_000))
    await expect(archive.put(noise, ada)).rejects.toMatchObject({
      reason: 'too_large',
      message:
        'The content takes 1001 bytes as stored, and the quota of the whole archive is 1000.',
    })
    await expect(archive.put('half \ud83d', ada)).rejects.toThrow(
      'The content has half a surrogate pair in it',
    )
  })
})

describe('an archive in memory', () => {
  it('has a quota of 64 MB unless it is given another', async () => {
    const quotas = [undefined, 1000].map(async (quotaBytes) => {
      const { quotaBytes: quota } = await createMemoryArchive({ quotaBytes }).stats()
      return quota
    })
    expect(await Promise.all(quotas)).toEqual([67_108_864, 1000])
  })
})

describe('an archive that sweeps by itself', () => {
  const count = async (archive: { stats(): Promise<{ references: number }> }) =>
    (await archive.stats()).references

  it('does so when the last sweep is long ago', async () => {
    let time = 0
    const archive = createMemoryArchive({ now: () => time, sweepEveryMs: 100 })
    await archive.put('old', { ...ada, ttlMs: 10 })
    time = 99
    await archive.put('young', ada)
    expect(await count(archive)).toBe(2)
    time = 100
    await archive.put('third', ada)
    await vi.waitFor(async () => expect(await count(archive)).toBe(2))
  })

  it('does so when a tenth of the quota was written', async () => {
    let time = 0
    const archive = createMemoryArchive({ now: () => time, quotaBytes: 1_000 })
    await archive.put('x'.repeat(60), { ...ada, ttlMs: 10 })
    time = 10
    await archive.put('y'.repeat(60), ada)
    await vi.waitFor(async () => expect(await count(archive)).toBe(1))
  })

  it('keeps the content of an owner while another fills it again and again', async () => {
    const archive = createMemoryArchive({ quotaBytes: 100_000 })
    const kept = await Promise.all(
      Array.from({ length: 10 }, (_, n) => archive.put(`answer ${n}`.padEnd(3000), ada)),
    )
    for (let put = 0; put < 200; put++)
      await archive.put(crypto.getRandomValues(new Uint8Array(3000)), { owner: 'eve' })
    await archive.sweep()
    for (const one of kept) expect(await archive.has(one, ada)).toBe(true)
    expect((await archive.stats()).bytes).toBeLessThanOrEqual(100_000)
  })

  it('puts although the sweep fails', async () => {
    const claimSweep = async () => {
      throw new Error('no')
    }
    const archive = createArchive({ ...createMemoryBlobs(), claimSweep })
    expect(await archive.put('x', ada)).toBe(await hashContent('x'))
  })
})
