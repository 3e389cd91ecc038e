import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Archive } from '../src/archive/archive.ts'
import { hashContent } from '../src/archive/hash-content.ts'
import type { ArchiveSubject } from './archive-subjects.ts'

const owners = ['ada', 'bob', 'eve'] as const
/** So small that they are stored as they are, with one byte before them. */
const contents = ['', 'a', 'bb'.repeat(20), 'c'.repeat(40), 'd'.repeat(90)] as const
const quotaBytes = 130

interface Held {
  createdAt: number
  expiresAt: number
  pinned: boolean
  type: string | undefined
}

interface Put {
  readonly ttlMs: number
  readonly pinned: boolean
  readonly type: string | undefined
}

/** The expected behaviour of an archive, in a map. */
class Model {
  readonly held = new Map<string, Held>()
  time = 1_000

  live(key: string): Held | undefined {
    const one = this.held.get(key)
    return one !== undefined && one.expiresAt > this.time ? one : undefined
  }

  put(key: string, { ttlMs, pinned, type }: Put): void {
    const old = this.live(key)
    this.held.set(key, {
      createdAt: this.time,
      expiresAt: Math.max(old?.expiresAt ?? 0, this.time + ttlMs),
      pinned: pinned || old?.pinned === true,
      type: type ?? old?.type,
    })
  }

  sweep(): { expired: number; evicted: number } {
    const gone = [...this.held.keys()].filter((key) => this.live(key) === undefined)
    for (const key of gone) this.held.delete(key)
    const shared = new Set(contents.filter((content) => this.#keysOf(content).length > 1))
    const left = new Set(this.held.keys())
    let evicted = 0
    while (storedBytes(this.#stored()) > quotaBytes) {
      const key = this.#findEvictable(left, shared)
      if (key === undefined) break
      left.delete(key)
      this.held.delete(key)
      if (this.#keysOf(contentOf(key)).length === 0) evicted++
    }
    return { expired: gone.length, evicted }
  }

  /** Of the owner who holds most: what nobody else held, and of that the oldest. */
  #findEvictable(left: ReadonlySet<string>, shared: ReadonlySet<string>): string | undefined {
    const isPinned = (content: string) =>
      this.#keysOf(content).some((key) => this.held.get(key)?.pinned === true)
    const bytesOf = (owner: string) =>
      storedBytes([...this.held.keys()].filter((key) => ownerOf(key) === owner).map(contentOf))
    const age = (key: string) => this.held.get(key)?.createdAt ?? 0
    const candidates = owners.flatMap((owner) => {
      const own = [...left].filter((key) => ownerOf(key) === owner && !isPinned(contentOf(key)))
      const rank = (key: string) => Number(shared.has(contentOf(key)))
      return own.sort((a, b) => rank(a) - rank(b) || age(a) - age(b)).slice(0, 1)
    })
    const [first] = candidates.sort(
      (a, b) => bytesOf(ownerOf(b)) - bytesOf(ownerOf(a)) || age(a) - age(b),
    )
    return first
  }

  #keysOf(content: string): readonly string[] {
    return [...this.held.keys()].filter((key) => contentOf(key) === content)
  }

  #stored(): readonly string[] {
    return contents.filter((content) => this.#keysOf(content).length > 0)
  }
}

const ownerOf = (key: string) => key.split('|')[0] ?? ''
const contentOf = (key: string) => key.split('|')[1] ?? ''

/** Each content is stored with one byte before it. */
const storedBytes = (stored: Iterable<string>) =>
  [...stored].reduce((sum, content) => sum + content.length + 1, 0)

type Step = (archive: Archive, model: Model) => Promise<void>

const target = fc.record({
  owner: fc.constantFrom(...owners),
  content: fc.constantFrom(...contents),
})
const keyOf = ({ owner, content }: { owner: string; content: string }) => `${owner}|${content}`

const steps = fc.oneof(
  fc
    .tuple(
      target,
      fc.integer({ min: 1, max: 60 }),
      fc.boolean(),
      fc.constantFrom(undefined, 'text/plain', 'application/vnd.x+json'),
    )
    .map(([one, ttlMs, pinned, type]): Step => async (archive, model) => {
      const hash = await archive.put(one.content, { owner: one.owner, ttlMs, pinned, type })
      expect(hash).toBe(await hashContent(one.content))
      model.put(keyOf(one), { ttlMs, pinned, type })
    }),
  target.map((one): Step => async (archive, model) => {
    const hash = await hashContent(one.content)
    const entry = await archive.get(hash, one)
    const expected = model.live(keyOf(one))
    const content = new TextEncoder().encode(one.content)
    if (expected === undefined) expect(entry).toBeUndefined()
    else expect(entry).toEqual({ ...expected, hash, content })
  }),
  target.map((one): Step => async (archive, model) => {
    const wasLive = model.live(keyOf(one)) !== undefined
    expect(await archive.delete(await hashContent(one.content), one)).toBe(wasLive)
    model.held.delete(keyOf(one))
  }),
  fc.tuple(target, fc.boolean()).map(([one, pinned]): Step => async (archive, model) => {
    const held = model.live(keyOf(one))
    const hash = await hashContent(one.content)
    const isDone = pinned ? await archive.pin(hash, one) : await archive.unpin(hash, one)
    expect(isDone).toBe(held !== undefined)
    if (held !== undefined) held.pinned = pinned
  }),
  fc.constant<Step>(async (archive, model) => {
    expect(await archive.sweep()).toEqual(model.sweep())
    const stored = new Set([...model.held.keys()].map((key) => key.split('|')[1] ?? ''))
    const bytes = storedBytes(stored)
    const pinned = [...model.held.values()].filter((one) => one.pinned).length
    expect(await archive.stats()).toEqual({
      contents: stored.size,
      references: model.held.size,
      pinned,
      quarantined: 0,
      bytes,
      quotaBytes,
    })
  }),
  fc.integer({ min: 1, max: 40 }).map((ms): Step => async (_, model) => {
    model.time += ms
  }),
)

/** Tests that any sequence of steps by several owners does what the model does. */
export function testModel({ name, openStore, openArchive }: ArchiveSubject): void {
  let runs = 0
  it('does what a plain map with owners and times would do', { timeout: 60_000 }, async () => {
    const property = fc.asyncProperty(
      fc.array(steps, { minLength: 1, maxLength: 40 }),
      async (taken) => {
        const model = new Model()
        const archive = openArchive(openStore(`model_${runs++}`), {
          now: () => model.time,
          quotaBytes,
        })
        for (const step of taken) {
          // No two puts at one time, as it would be open which is older.
          model.time++
          await step(archive, model)
        }
      },
    )
    await fc.assert(property, { numRuns: name === 'memory' ? 300 : 40 })
  })
}
