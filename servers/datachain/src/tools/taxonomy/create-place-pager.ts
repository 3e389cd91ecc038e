import { type Notes, createPager } from 'toolaccord'

/** An item by its place: the order for one content and one query never changes. */
interface Placed<Item> {
  readonly item: Item
  readonly place: number
}

/** Creates the pager of a tool whose list is an array in a fixed order. */
export function createPlacePager<Item>(tool: string) {
  const pager = createPager<Placed<Item>, number>({
    tool,
    keyOf: ({ place }) => place,
    isKey: (key) => Number.isInteger(key),
  })
  /** The request has everything that a cursor is bound to, beside the cursor and the limit. */
  return async (
    list: readonly Item[],
    request: Readonly<Record<string, unknown>>,
  ): Promise<{ readonly items: readonly Item[]; readonly notes: Notes }> => {
    const placed = list.map((item, place) => ({ item, place }))
    const { items, notes } = await pager.page(placed, request)
    return { items: items.map(({ item }) => item), notes }
  }
}
