import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Archive } from '../archive/archive.ts'
import { createMemoryArchive } from '../archive/create-memory-archive.ts'
import { createArchiveReader } from './create-archive-reader.ts'

const toHolder = (id: string, scopes: readonly string[] = []) =>
  ({ face: 'rest', caller: { id, scopes } }) as const
const ada = toHolder('ada')
const owner = 'caller:ada'
const toText = (letter: string) => letter.repeat(100_000)

/** An archive that counts how often whole contents are read. */
function createCounted() {
  const archive = createMemoryArchive()
  const counted = { reads: 0 }
  const get: Archive['get'] = (...given) => {
    counted.reads++
    return archive.get(...given)
  }
  return { archive: { ...archive, get }, counted }
}

afterEach(() => {
  vi.useRealTimers()
})

describe('a reader of an archive', () => {
  it('reads content once for all of its pieces', async () => {
    const { archive, counted } = createCounted()
    const hash = await archive.put(toText('a'), { owner })
    const read = createArchiveReader(archive)
    for (let piece = 0; piece < 50; piece++)
      expect((await read(hash, ada)).content).toHaveLength(100_000)
    expect(counted.reads).toBe(1)
  })

  it('does not give what its owner no longer has', async () => {
    const { archive } = createCounted()
    const hash = await archive.put(toText('a'), { owner })
    const read = createArchiveReader(archive)
    await read(hash, ada)
    await archive.delete(hash, { owner })
    await expect(read(hash, ada)).rejects.toMatchObject({ reason: 'not_found' })
  })

  it('gives nothing that it remembers to another caller, or without the scopes', async () => {
    const { archive } = createCounted()
    const hash = await archive.put(toText('a'), { owner, scopes: ['a:read'] })
    const read = createArchiveReader(archive)
    await read(hash, toHolder('ada', ['a:read']))
    await expect(read(hash, toHolder('bob', ['a:read']))).rejects.toMatchObject({
      reason: 'not_found',
    })
    await expect(read(hash, ada)).rejects.toMatchObject({ reason: 'forbidden' })
  })

  it('remembers only as many bytes as it may, the latest', async () => {
    const { archive, counted } = createCounted()
    const read = createArchiveReader(archive, { maxBytes: 250_000 })
    const hashes = await Promise.all(
      ['a', 'b', 'c'].map((letter) => archive.put(toText(letter), { owner })),
    )
    for (const hash of hashes) await read(hash, ada)
    expect(counted.reads).toBe(3)
    for (const hash of hashes.slice(1)) await read(hash, ada)
    expect(counted.reads).toBe(3)
    await read(hashes[0] ?? '', ada)
    expect(counted.reads).toBe(4)
  })

  it('forgets after a while', async () => {
    vi.useFakeTimers()
    const { archive, counted } = createCounted()
    const hash = await archive.put(toText('a'), { owner })
    const read = createArchiveReader(archive, { lifeMs: 1_000 })
    await read(hash, ada)
    vi.advanceTimersByTime(999)
    await read(hash, ada)
    expect(counted.reads).toBe(1)
    vi.advanceTimersByTime(1)
    await read(hash, ada)
    expect(counted.reads).toBe(2)
  })
})
