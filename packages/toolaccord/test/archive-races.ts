import { expect, it } from 'vitest'
import type { Archive } from '../src/archive/archive.ts'
import { hashContent } from '../src/archive/hash-content.ts'
import type { ArchiveSubject } from './archive-subjects.ts'

/** One of several owners that put, pin, delete and sweep the same two contents. */
async function race(archive: Archive, index: number): Promise<void> {
  const contents = ['one', 'two '.repeat(3_000)] as const
  const owner = `owner ${index}`
  for (let round = 0; round < 25; round++) {
    const content = round % 2 === 0 ? contents[0] : contents[1]
    const hash = await hashContent(content)
    await archive.put(content, { owner: `brief ${index}`, ttlMs: 1 })
    await archive.put(content, { owner, pinned: round % 3 === 0 })
    const entry = await archive.get(hash, { owner })
    expect(new TextDecoder().decode(entry?.content)).toBe(content)
    if (round % 3 === 0) await archive.sweep()
    if (round % 4 === 0) expect(await archive.pin(hash, { owner })).toBe(true)
    if (round < 23) expect(await archive.delete(hash, { owner })).toBe(true)
  }
}

/** Tests several archives, as of several processes, that share one store. */
export function testRaces({ openStore, openArchive }: ArchiveSubject): void {
  it(
    'keeps for each owner what it put last, while others change the same contents',
    {
      timeout: 60_000,
    },
    async () => {
      const archives = Array.from({ length: 4 }, () => openArchive(openStore('raced')))
      await Promise.all(archives.map(race))
      const [archive] = archives
      await new Promise((resolve) => setTimeout(resolve, 2))
      await archive?.sweep()
      expect(await archive?.stats()).toMatchObject({ contents: 2, references: 8, quarantined: 0 })
    },
  )

  it('changes and removes a reference only as it was seen', async () => {
    const store = openStore('seen')
    const archive = openArchive(store)
    const hash = (await archive.put('x', { owner: 'ada' })).slice(7)
    const [seen] = await store.find(hash)
    if (seen === undefined) throw new Error('nothing was put')
    await archive.pin(`sha256:${hash}`, { owner: 'ada' })
    const beside = { ...seen, owner: 'b'.repeat(64) }
    expect([
      await store.remove(seen),
      await store.refer({ ...seen, state: 'quarantined' }, seen),
      await store.refer(beside, seen),
    ]).toEqual([false, false, false])
    const [pinned] = await store.find(hash)
    expect(await store.find(hash)).toEqual([{ ...seen, state: 'pinned' }])
    expect(
      pinned && [
        await store.refer(beside, pinned),
        await store.remove(pinned),
        await store.remove(pinned),
      ],
    ).toEqual([true, true, false])
    expect(await store.find(hash)).toEqual([beside])
  })

  it('has one content and one entry when one owner puts it twenty times at once', async () => {
    const archives = Array.from({ length: 4 }, () =>
      openArchive(openStore('twenty'), { now: () => 1_000 }),
    )
    const puts = archives.flatMap((archive) =>
      Array.from({ length: 5 }, (_, index) =>
        archive.put('same', { owner: 'ada', pinned: index === 2, ttlMs: 1_000 + index }),
      ),
    )
    const [hash = '', ...others] = await Promise.all(puts)
    expect(new Set(others)).toEqual(new Set([hash]))
    const [archive] = archives
    expect(await archive?.get(hash, { owner: 'ada' })).toMatchObject({ expiresAt: 2_004 })
    expect(await archive?.stats()).toMatchObject({ contents: 1 })
    expect(await archive?.unpin(hash, { owner: 'ada' })).toBe(true)
    expect(await archive?.stats()).toMatchObject({ pinned: 0 })
    expect(await archive?.delete(hash, { owner: 'ada' })).toBe(true)
    expect(await archive?.stats()).toMatchObject({ contents: 0, references: 0 })
  })
}
