import { describe, expect, it, vi } from 'vitest'
import type { ArchiveOptions } from '../src/archive/archive.ts'
import type { BlobStore } from '../src/archive/blobs/blob-store.ts'
import { hashContent } from '../src/archive/hash-content.ts'
import type { ArchiveSubject } from './archive-subjects.ts'

const text = (content: Uint8Array | undefined) => new TextDecoder().decode(content)
const long = 'All work and no play makes a long text. '.repeat(5_000)
const ada = { owner: 'ada' }
const bob = { owner: 'bob' }
const missing = `sha256:${'0'.repeat(64)}`

/** Stores other bytes under the references to a content, as a broken disk would. */
async function damage(
  store: BlobStore,
  hash: string,
  change: (bytes: Uint8Array) => Uint8Array,
): Promise<void> {
  for (const reference of await store.find(hash.slice(7))) {
    const bytes = await store.read(reference)
    await store.remove(reference)
    const draft = store.draft()
    await draft.write(reference, change(new Uint8Array(bytes ?? [])))
    await draft.discard()
  }
}

function flip(bytes: Uint8Array): Uint8Array {
  const at = Math.floor(bytes.length / 2)
  return bytes.with(at, (bytes[at] ?? 0) ^ 1)
}

/** Tests the promises of every archive. */
export function testArchive({ openStore, openArchive }: ArchiveSubject): void {
  let places = 0
  const open = (options?: ArchiveOptions) => {
    const store = openStore(`place_${places++}`)
    return { store, archive: openArchive(store, options) }
  }

  describe('putting and getting', () => {
    it('keeps the same content however often one owner puts it at once', async () => {
      const { archive } = open()
      const puts = Array.from({ length: 64 }, () => archive.put(long, ada))
      expect(new Set(await Promise.all(puts))).toEqual(new Set([await hashContent(long)]))
    })

    it.each([
      ['nothing', new Uint8Array()],
      ['every byte', Uint8Array.from({ length: 256 }, (_, index) => index)],
      ['what compresses well', new TextEncoder().encode(long)],
      ['what does not compress', crypto.getRandomValues(new Uint8Array(60_000))],
    ])('gives back %s', async (_, content) => {
      const { archive } = open({ now: () => 5_000 })
      const hash = await archive.put(content, { ...ada, ttlMs: 100, type: 'application/json' })
      expect(hash).toBe(await hashContent(content))
      const { content: given = new Uint8Array(1), ...rest } = (await archive.get(hash, ada)) ?? {}
      expect(rest).toEqual({
        hash,
        type: 'application/json',
        pinned: false,
        createdAt: 5_000,
        expiresAt: 5_100,
      })
      expect(Buffer.compare(given, content)).toBe(0)
    })

    it('stores less than it was given if it can, and hardly more if it cannot', async () => {
      const { archive } = open()
      await archive.put(long, ada)
      expect((await archive.stats()).bytes).toBeLessThan(long.length / 10)
      await archive.put(crypto.getRandomValues(new Uint8Array(60_000)), bob)
      expect((await archive.stats()).bytes).toBeLessThan(long.length / 10 + 60_001)
    })

    it('hands out content that may be changed', async () => {
      const { archive } = open()
      const hash = await archive.put('abc', ada)
      ;(await archive.get(hash, ada))?.content.fill(0)
      expect(text((await archive.get(hash, ada))?.content)).toBe('abc')
    })

    it('keeps an entry for 7 days unless put says otherwise', async () => {
      const { archive } = open({ now: () => 0 })
      const hash = await archive.put('x', ada)
      expect(await archive.get(hash, ada)).toMatchObject({ expiresAt: 7 * 24 * 3_600_000 })
    })

    it('lets an entry that is put again live longer, never shorter, and stay pinned', async () => {
      let time = 0
      const { archive } = open({ now: () => time })
      const hash = await archive.put('x', { ...ada, ttlMs: 100, pinned: true, type: 'text/plain' })
      time = 10
      await archive.put('x', { ...ada, ttlMs: 50 })
      expect(await archive.get(hash, ada)).toMatchObject({
        createdAt: 10,
        expiresAt: 100,
        pinned: true,
        type: 'text/plain',
      })
      await archive.put('x', { ...ada, ttlMs: 200, type: 'text/csv' })
      expect(await archive.get(hash, ada)).toMatchObject({ expiresAt: 210, type: 'text/csv' })
    })
  })

  describe('scopes', () => {
    const scopesOf = async (...puts: readonly (readonly string[] | undefined)[]) => {
      const { store, archive } = open()
      let hash = ''
      for (const scopes of puts) hash = await archive.put('x', { ...ada, scopes, type: 'a/b' })
      // Another archive over the same store knows no more than the store does.
      const entry = await openArchive(store).get(hash, ada)
      expect(entry?.type).toBe('a/b')
      return entry?.scopes
    }

    it.each([
      [['notes:read']],
      [['https://example.com/auth/notes.readonly', '~', 'a.b=c', 'x/y?z']],
      [Array.from({ length: 100 }, (_, n) => `a-scope-with-a-long-name-${n}`)],
    ])('come back as they were put: %j', async (scopes) => {
      expect(await scopesOf(scopes)).toEqual(scopes)
    })

    it('are absent if there are none', async () => {
      expect(await scopesOf(undefined)).toBeUndefined()
      expect(await scopesOf([])).toBeUndefined()
    })

    it('are those of the last put, unless fewer were enough before', async () => {
      expect(await scopesOf(['a', 'b'], ['c'])).toEqual(['c'])
      expect(await scopesOf(['a'], ['b', 'a'])).toEqual(['a'])
      expect(await scopesOf(['a', 'b'], ['b'])).toEqual(['b'])
      expect(await scopesOf(undefined, ['a'])).toBeUndefined()
      expect(await scopesOf(['a'], undefined)).toBeUndefined()
    })

    it('are of one owner', async () => {
      const { archive } = open()
      const hash = await archive.put(long, { ...ada, scopes: ['a'] })
      await archive.put(long, { ...bob, scopes: ['b'] })
      expect((await archive.get(hash, ada))?.scopes).toEqual(['a'])
      expect((await archive.get(hash, bob))?.scopes).toEqual(['b'])
    })

    it('stay when an entry is pinned, and do not keep it from being swept', async () => {
      let time = 0
      const { archive } = open({ now: () => time })
      const hash = await archive.put('x', { ...ada, scopes: ['a'], ttlMs: 10 })
      await archive.pin(hash, ada)
      expect(await archive.get(hash, ada)).toMatchObject({ pinned: true, scopes: ['a'] })
      time = 20
      expect(await archive.sweep()).toEqual({ expired: 1, evicted: 0 })
    })

    it.each([[['']], [['a b']], [['é']], [['a'.repeat(5_000)]]])(
      'may not be %j',
      async (scopes) => {
        const { archive } = open()
        await expect(archive.put('x', { ...ada, scopes })).rejects.toThrow('scopes: must be')
      },
    )
  })

  describe('owners', () => {
    it('see the same for what others put and for what is not there', async () => {
      const { archive } = open()
      const hash = await archive.put('secret', ada)
      for (const one of [hash, missing]) {
        const answers = [
          archive.get(one, bob),
          archive.has(one, bob),
          archive.pin(one, bob),
          archive.unpin(one, bob),
          archive.delete(one, bob),
        ]
        expect(await Promise.all(answers)).toEqual([undefined, false, false, false, false])
      }
      expect(text((await archive.get(hash, ada))?.content)).toBe('secret')
    })

    it('share one content, each with a time of their own', async () => {
      let time = 0
      const { archive } = open({ now: () => time })
      const hash = await archive.put(long, { ...ada, ttlMs: 10, pinned: true })
      await archive.put(long, { ...bob, ttlMs: 100 })
      expect(await archive.stats()).toMatchObject({ contents: 1, references: 2, pinned: 1 })
      time = 10
      expect([
        await archive.has(hash, ada),
        await archive.get(hash, ada),
        text((await archive.get(hash, bob))?.content),
      ]).toEqual([false, undefined, long])
      expect(await archive.sweep()).toEqual({ expired: 1, evicted: 0 })
      expect(text((await archive.get(hash, bob))?.content)).toBe(long)
      expect(await archive.delete(hash, bob)).toBe(true)
      expect(await archive.stats()).toMatchObject({ contents: 0, references: 0, bytes: 0 })
    })

    it('may have any name of up to 256 characters', async () => {
      const { archive } = open()
      const owners = ['../../etc/passwd', "'; drop table x; --", '\0', '🙂'.repeat(128), 'ａ']
      for (const owner of owners) {
        const hash = await archive.put(owner, { owner })
        expect(text((await archive.get(hash, { owner }))?.content)).toBe(owner)
      }
    })
  })

  describe('a sweep', () => {
    it('evicts the oldest unpinned content until the rest is within the quota', async () => {
      let time = 0
      const { archive } = open({ now: () => time++, quotaBytes: 250 })
      const hashes: string[] = []
      for (const letter of ['a', 'b', 'c', 'd'])
        hashes.push(await archive.put(letter.repeat(99), { ...ada, pinned: letter === 'a' }))
      await archive.put('b'.repeat(99), bob)
      expect(await archive.sweep()).toEqual({ expired: 0, evicted: 2 })
      const left = await Promise.all(hashes.map((hash) => archive.has(hash, ada)))
      expect(left).toEqual([true, true, false, false])
      expect(await archive.stats()).toMatchObject({
        contents: 2,
        references: 3,
        bytes: 200,
        quotaBytes: 250,
      })
    })

    it('evicts only content of the owner who holds most', async () => {
      let time = 0
      const { archive } = open({ now: () => time++, quotaBytes: 1000 })
      const own = await archive.put('mine'.repeat(20), ada)
      for (let put = 0; put < 40; put++) await archive.put(`${put}`.padEnd(99, '-'), bob)
      const shared = await archive.put('both'.repeat(20), ada)
      await archive.put('both'.repeat(20), bob)
      await archive.sweep()
      expect([await archive.has(own, ada), await archive.has(shared, ada)]).toEqual([true, true])
      const { bytes } = await archive.stats()
      expect(bytes).toBeLessThanOrEqual(1000)
      expect(bytes).toBeGreaterThan(900)
      const last = await hashContent('39'.padEnd(99, '-'))
      expect(await archive.has(last, bob)).toBe(true)
    })

    it('leaves pinned content until it is unpinned or expires', async () => {
      let time = 0
      const { archive } = open({ now: () => time, quotaBytes: 100 })
      const one = await archive.put('1'.repeat(99), { ...ada, pinned: true })
      const two = await archive.put('2'.repeat(99), { ...ada, ttlMs: 10 })
      expect(await archive.pin(two, ada)).toBe(true)
      expect(await archive.sweep()).toEqual({ expired: 0, evicted: 0 })
      time = 10
      expect(await archive.sweep()).toEqual({ expired: 1, evicted: 0 })
      expect([await archive.has(one, ada), await archive.has(two, ada)]).toEqual([true, false])
    })

    it('leaves what is being read', async () => {
      let time = 0
      const store = openStore(`place_${places++}`)
      const letGo: (() => void)[] = []
      const read: BlobStore['read'] = async (reference) => {
        await new Promise<void>((resolve) => {
          letGo.push(resolve)
        })
        return store.read(reference)
      }
      const archive = openArchive({ ...store, read }, { now: () => time, quotaBytes: 100 })
      const expiring = await archive.put('e'.repeat(80), { ...ada, ttlMs: 10 })
      const old = await archive.put('o'.repeat(80), ada)
      const reads = Promise.all([archive.get(expiring, ada), archive.get(old, ada)])
      await vi.waitFor(() => expect(letGo).toHaveLength(2))
      time = 10
      expect(await archive.sweep()).toEqual({ expired: 0, evicted: 0 })
      for (const go of letGo) go()
      expect((await reads).map((entry) => text(entry?.content).length)).toEqual([80, 80])
      expect(await archive.sweep()).toEqual({ expired: 1, evicted: 0 })
    })
  })

  describe('damaged content', () => {
    it.each<[string, (bytes: Uint8Array) => Uint8Array]>([
      ['a flipped bit', flip],
      ['its end missing', (bytes) => bytes.slice(0, -1)],
      ['nothing in it', () => new Uint8Array()],
      ['another first byte', (bytes) => bytes.with(0, 9)],
      [
        'other content in its place',
        (bytes) => new TextEncoder().encode(`\0${'x'.repeat(bytes.length - 1)}`),
      ],
    ])('is never served: %s', async (_, change) => {
      const { store, archive } = open()
      for (const content of ['short', long.slice(0, 30_000)]) {
        const hash = await archive.put(content, ada)
        await damage(store, hash, change)
        for (const _ of [1, 2]) {
          await expect(archive.get(hash, ada)).rejects.toMatchObject({
            name: 'ArchiveError',
            reason: 'corrupt',
            message: `The content of ${hash} is damaged and was set aside.`,
          })
          expect([
            await archive.has(hash, ada),
            await archive.pin(hash, ada),
            await archive.get(hash, bob),
          ]).toEqual([false, false, undefined])
        }
        expect((await archive.stats()).quarantined).toBe(1)
        await archive.put(content, ada)
        expect(text((await archive.get(hash, ada))?.content)).toBe(content)
        expect((await archive.stats()).quarantined).toBe(0)
      }
    })

    it('is not a source for another owner, who gets whole content', async () => {
      const { store, archive } = open()
      const hash = await archive.put(long, ada)
      await damage(store, hash, flip)
      await archive.put(long, bob)
      expect(text((await archive.get(hash, bob))?.content)).toBe(long)
    })

    it('stays aside until it expires', async () => {
      let time = 0
      const { store, archive } = open({ now: () => time })
      const hash = await archive.put('x', { ...ada, ttlMs: 10 })
      await damage(store, hash, flip)
      await expect(archive.get(hash, ada)).rejects.toThrow('damaged')
      time = 10
      expect(await archive.get(hash, ada)).toBeUndefined()
      expect(await archive.sweep()).toEqual({ expired: 1, evicted: 0 })
      expect(await archive.stats()).toMatchObject({ contents: 0, quarantined: 0 })
    })
  })
}
