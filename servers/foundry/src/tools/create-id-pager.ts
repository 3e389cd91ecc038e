import { type PageAnswer, type PageRequest, createPager } from 'toolaccord'

/**
 * Creates the pager of a list in an order of its own, whose items have ids. A page begins after the
 * item that the one before ended with, wherever that is by now.
 */
export function createIdPager<Item>(tool: string, idOf: (item: Item) => string) {
  const pager = createPager<Item, string>({
    tool,
    keyOf: idOf,
    isKey: (key) => typeof key === 'string',
    // The order is that of the list; equal keys do not occur.
    order: () => -1,
  })
  return (list: readonly Item[], request: PageRequest): Promise<PageAnswer<Item>> =>
    pager.page((after, limit) => {
      if (after === undefined) return { items: list.slice(0, limit), total: list.length }
      const place = list.findIndex((item) => idOf(item) === after)
      if (place < 0) return undefined
      return { items: list.slice(place + 1, place + 1 + limit), total: list.length }
    }, request)
}
