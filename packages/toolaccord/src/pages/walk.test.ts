import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Pager, createPager } from './create-pager.ts'
import { type PageKey, type PageOrder, toCompare } from './page-key.ts'

interface Item {
  readonly id: number
  readonly title: string
}

const keyOf = ({ id, title }: Item) => [title, id] as const
const order: fc.Arbitrary<PageOrder> = fc.constantFrom<PageOrder>('ascending', 'descending', [
  'descending',
  'ascending',
])
const item = fc.record({ id: fc.nat(50), title: fc.string({ maxLength: 2 }) })
const items = fc.uniqueArray(item, { selector: ({ id }) => id, maxLength: 30 })
const limit = fc.integer({ min: 1, max: 12 })
const secret = fc.constantFrom(undefined, '0123456789abcdef')

const sorted = (all: readonly Item[], by: PageOrder = 'ascending') =>
  [...all].sort((a, b) => toCompare(by)(keyOf(a), keyOf(b)))

/** The collection as a database would give it. */
const toFetch = (all: readonly Item[]) => (after: PageKey | undefined, limit: number) =>
  sorted(all)
    .filter((one) => after === undefined || toCompare<PageKey>('ascending')(keyOf(one), after) > 0)
    .slice(0, limit)

/** Every page until the last, of whatever the collection is when the page is asked for. */
async function walk(
  pager: Pager<Item, readonly [string, number]>,
  limit: number,
  sourceOf: (page: number) => Parameters<typeof pager.page>[0],
): Promise<Item[]> {
  const seen: Item[] = []
  let cursor: string | undefined
  for (let page = 0; page < 100; page++) {
    const { items, notes } = await pager.page(sourceOf(page), { cursor, limit, tag: 'x' })
    expect(items.length === limit || notes.page.cursor === null).toBe(true)
    seen.push(...items)
    if (notes.page.cursor === null) return seen
    cursor = notes.page.cursor
  }
  return expect.unreachable('the walk does not end')
}

describe('walking through all pages', () => {
  it('gives every item once and in order, for any collection and limit', async () => {
    await fc.assert(
      fc.asyncProperty(items, limit, order, secret, async (all, limit, order, secret) => {
        const pager = createPager({ tool: 'list_items', keyOf, order, secret })
        expect(await walk(pager, limit, () => all)).toEqual(sorted(all, order))
      }),
    )
  })

  it('gives every item that stays once and in order, whatever comes and goes', async () => {
    const changes = fc.array(
      fc.record({ removed: fc.array(fc.nat(50)), added: fc.array(item, { maxLength: 4 }) }),
      { maxLength: 8 },
    )
    await fc.assert(
      fc.asyncProperty(
        items,
        changes,
        limit,
        fc.boolean(),
        async (first, changes, limit, fetches) => {
          const states = [first]
          for (const { removed, added } of changes) {
            const left = (states.at(-1) ?? []).filter(({ id }) => !removed.includes(id))
            const fresh = added.map(({ title }, index) => ({
              id: 1000 * states.length + index,
              title,
            }))
            states.push([...fresh, ...left])
          }
          const last = states.at(-1) ?? []
          const staying = first.filter((one) => last.includes(one))
          const seen = await walk(createPager({ tool: 'list_items', keyOf }), limit, (page) => {
            const all = states[page] ?? last
            return fetches ? toFetch(all) : all
          })
          expect(new Set(seen).size).toBe(seen.length)
          expect(seen).toEqual(sorted(seen))
          expect(seen.filter((one) => staying.includes(one))).toEqual(sorted(staying))
        },
      ),
    )
  })
})
