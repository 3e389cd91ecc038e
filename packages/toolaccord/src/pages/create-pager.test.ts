import { describe, expect, expectTypeOf, it, vi } from 'vitest'
import { Refusal } from '../outcome/refusal.ts'
import { type Pager, createPager } from './create-pager.ts'

interface Note {
  readonly id: string
  readonly title: string
}

const notes: readonly Note[] = ['c', 'a', 'e', 'b', 'd'].map((id) => ({ id, title: `Note ${id}` }))
const byId = createPager({
  tool: 'list_notes',
  keyOf: (note: Note) => note.id,
  defaultLimit: 2,
  maxLimit: 3,
})
const idsOf = (items: readonly Note[]) => items.map(({ id }) => id).join('')
async function faultOf(page: Promise<unknown>): Promise<unknown> {
  try {
    await page
    return 'none'
  } catch (thrown) {
    return thrown instanceof Refusal ? thrown.problem.details?.fault : thrown
  }
}

describe('a page', () => {
  it('holds the first items in order, has the total, and leads to the next', async () => {
    const first = await byId.page(notes, {})
    expect(idsOf(first.items)).toBe('ab')
    expect(first.notes).toEqual({
      page: { cursor: expect.any(String), hasMore: true, size: 2, total: 5 },
    })
    const second = await byId.page(notes, { cursor: first.notes.page.cursor ?? '', limit: 3 })
    expect(idsOf(second.items)).toBe('cde')
    expect(second.notes).toEqual({ page: { cursor: null, hasMore: false, size: 3, total: 5 } })
  })

  it('of nothing is the last', async () => {
    expect(await byId.page([], {})).toEqual({
      items: [],
      notes: { page: { cursor: null, hasMore: false, size: 0, total: 0 } },
    })
  })

  it.each([
    [4, 'abc', 'The limit 4 was changed to 3'],
    [Infinity, 'abc', 'The limit Infinity was changed to 3'],
    [0, 'a', 'The limit 0 was changed to 1'],
    [-7, 'a', 'The limit -7 was changed to 1'],
    [2.5, 'ab', 'The limit 2.5 was changed to 2'],
    [Number.NaN, 'a', 'The limit NaN was changed to 1'],
  ])('warns if its limit is not what was asked for (%d)', async (limit, ids, change) => {
    const page = await byId.page(notes, { limit })
    expect(idsOf(page.items)).toBe(ids)
    expect(page.notes.warnings).toEqual([
      {
        code: 'LIMIT_CLAMPED',
        severity: 'info',
        message: `${change}: a page holds a whole number of items, from 1 to 3.`,
        context: { limit: ids.length, max_limit: 3 },
      },
    ])
  })

  it('goes on for the same arguments only', async () => {
    const { page } = (await byId.page(notes, { tag: 'x', limit: 1 })).notes
    const cursor = page.cursor ?? ''
    const same = { cursor, tag: 'x', more: undefined, limit: 3 }
    expect(await faultOf(byId.page(notes, { cursor, tag: 'y' }))).toBe('filters')
    expect(await faultOf(byId.page(notes, { cursor }))).toBe('filters')
    expect(await faultOf(byId.page(notes, same))).toBe('none')
  })

  it('goes on in the same order and tool only', async () => {
    const make = (tool: string, order: 'ascending' | 'descending') =>
      createPager({ tool, keyOf: (note: Note) => note.id, order })
    const first = await make('list_notes', 'ascending').page(notes, { limit: 1 })
    const cursor = first.notes.page.cursor ?? ''
    expect(await faultOf(make('list_notes', 'descending').page(notes, { cursor }))).toBe('filters')
    expect(await faultOf(make('list_tags', 'ascending').page(notes, { cursor }))).toBe('tool')
  })

  it('cannot be forged if cursors are signed', async () => {
    const signed = createPager({
      tool: 'list_notes',
      keyOf: (note: Note) => note.id,
      secret: crypto.getRandomValues(new Uint8Array(32)),
    })
    const plain = (await byId.page(notes, { limit: 1 })).notes.page.cursor ?? ''
    expect(await faultOf(signed.page(notes, { cursor: plain }))).toBe('damaged')
    const own = (await signed.page(notes, { limit: 1 })).notes.page.cursor ?? ''
    expect(idsOf((await signed.page(notes, { cursor: own })).items)).toBe('bcde')
  })

  it('is refused for items that have one key', async () => {
    const byTitle = createPager({ tool: 'list_notes', keyOf: (note: Note) => note.title })
    const twins = [
      { id: 'a', title: 'Same' },
      { id: 'b', title: 'Same' },
    ]
    await expect(byTitle.page(twins, {})).rejects.toThrow(
      "Pager of 'list_notes': two items have the same key",
    )
    await expect(byTitle.page(twins, { limit: 1 })).rejects.toThrow(TypeError)
  })

  it('does not change the array', async () => {
    const frozen = Object.freeze([...notes])
    await byId.page(frozen, {})
    expect(frozen).toEqual(notes)
  })
})

describe('a page that is fetched', () => {
  const fetchFrom = (all: readonly Note[]) => (after: string | undefined, limit: number) =>
    all
      .toSorted((a, b) => a.id.localeCompare(b.id))
      .filter(({ id }) => after === undefined || id > after)
      .slice(0, limit)
  const cursorOf = async (pager: Pager<Note, string> = byId) =>
    (await pager.page(notes, { limit: 2 })).notes.page.cursor ?? ''

  it('begins after the key, and asks for one item more to see whether there are more', async () => {
    const fetch = vi.fn(fetchFrom(notes))
    const page = await byId.page(fetch, { cursor: await cursorOf(), limit: 2 })
    expect(fetch.mock.calls).toEqual([['b', 3]])
    expect(idsOf(page.items)).toBe('cd')
    expect(page.notes.page).toEqual({ cursor: expect.any(String), hasMore: true, size: 2 })
  })

  it('has a total that was fetched with it', async () => {
    const fetch = (after: string | undefined, limit: number) => ({
      items: fetchFrom(notes)(after, limit),
      total: 5,
    })
    const page = await byId.page(fetch, {})
    expect(page.notes.page).toMatchObject({ total: 5, size: 2 })
  })

  it('is cut if more was fetched than was asked for', async () => {
    const page = await byId.page(() => fetchFrom(notes)(undefined, 5), { limit: 2 })
    expect([idsOf(page.items), page.notes.page.hasMore]).toEqual(['ab', true])
  })

  it('is refused when the place of the cursor is lost', async () => {
    expect(await faultOf(byId.page(() => undefined, { cursor: await cursorOf() }))).toBe('lost')
    await expect(byId.page(() => undefined, {})).rejects.toThrow(
      "Pager of 'list_notes': nothing was fetched for the first page.",
    )
  })

  it('is refused when it repeats the item of the cursor', async () => {
    const page = byId.page(() => [{ id: 'b', title: 'Note b' }], { cursor: await cursorOf() })
    await expect(page).rejects.toThrow('begins before the cursor')
  })

  it('is not asked for with a key that cannot be one', async () => {
    const numbered = createPager({
      tool: 'list_notes',
      keyOf: (note: Note) => note.id,
      isKey: (key) => typeof key === 'number',
    })
    const page = numbered.page(() => expect.unreachable(), { cursor: await cursorOf() })
    expect(await faultOf(page)).toBe('damaged')
  })
})

describe('a pager', () => {
  it('knows the type of its keys', () => {
    const pager = createPager({ tool: 'list_notes', keyOf: (note: Note) => [note.title, note.id] })
    expectTypeOf(pager).toEqualTypeOf<Pager<Note, readonly [string, string]>>()
  })

  it.each([
    { defaultLimit: 201 },
    { maxLimit: 49 },
    { defaultLimit: 0 },
    { maxLimit: 99.5 },
    { maxLimit: Infinity },
  ])('cannot have %o', (limits) => {
    const keyOf = (note: Note) => note.id
    expect(() => createPager({ tool: 'list_notes', keyOf, ...limits })).toThrow(
      "Pager of 'list_notes': the limits must be whole numbers",
    )
  })
})
