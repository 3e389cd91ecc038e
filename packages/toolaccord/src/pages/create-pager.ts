import type { Notes, Page } from '../outcome/outcome.ts'
import { clampLimit } from './clamp-limit.ts'
import { createSigner } from './create-signer.ts'
import { type CursorScope, decodeCursor, encodeCursor, toCursorRefusal } from './cursor.ts'
import { hashQuery } from './hash-query.ts'
import { type PageKey, type PageOrder, toCompare } from './page-key.ts'

/** The rules by which a tool gives out its list in pages. */
export interface PagerInit<Item, Key extends PageKey> {
  /** The name of the tool; its cursors fit no other. */
  readonly tool: string
  /**
   * Returns the place of an item in the order. It must be unique in the list, so let it end with
   * the id, and short, because a cursor contains it.
   */
  readonly keyOf: (item: Item) => Key
  /** Default: ascending. */
  readonly order?: PageOrder<Key> | undefined
  /** Checks the key of a cursor before a fetch function gets it; a forged cursor has any key. */
  readonly isKey?: ((key: PageKey) => boolean) | undefined
  /**
   * Signs cursors, so that none can be forged: at least 16 random bytes, the same in every process
   * that serves the tool.
   */
  readonly secret?: string | Uint8Array | undefined
  /** Items of a page if the caller asks for no number. Default: 50. */
  readonly defaultLimit?: number | undefined
  /** Items of a page at most. Default: 200. */
  readonly maxLimit?: number | undefined
}

/**
 * The request of the caller: usually the whole input of the tool, because a cursor is only valid
 * for the same filters.
 */
export interface PageRequest {
  readonly cursor?: string | undefined
  readonly limit?: number | undefined
  readonly [filter: string]: unknown
}

/**
 * Returns at most `limit` items after a key, in order; undefined if the place of the key is no
 * longer known.
 */
export type PageFetch<Item, Key extends PageKey> = (
  after: Key | undefined,
  limit: number,
) => FetchedItems<Item> | PromiseLike<FetchedItems<Item>>

/** The items that a fetch returns, with the total if it is known. */
export type FetchedItems<Item> =
  | readonly Item[]
  | { readonly items: readonly Item[]; readonly total?: number }
  | undefined

/** One page: its items, and the notes to answer with, as in `ok({ items }, notes)`. */
export interface PageAnswer<Item> {
  readonly items: readonly Item[]
  readonly notes: Notes & { readonly page: Page }
}

/** Cuts the list of one tool into pages. */
export interface Pager<Item, Key extends PageKey> {
  /**
   * Returns a page of an array, whatever its order, or of the items that a function fetches. Throws
   * a Refusal for a cursor that is not of this list.
   */
  page(
    source: readonly Item[] | PageFetch<Item, Key>,
    request: PageRequest,
  ): Promise<PageAnswer<Item>>
}

/**
 * Creates a pager whose pages neither repeat nor skip an item, whatever comes and goes between
 * them.
 *
 * @example
 *   const pager = createPager({ tool: 'list_notes', keyOf: (note: { id: string }) => note.id })
 *   const { items, notes } = await pager.page([{ id: 'n2' }, { id: 'n1' }], { limit: 1 })
 *   items // → [{ id: 'n1' }]
 *   notes.page.hasMore // → true
 */
export function createPager<Item, const Key extends PageKey>(
  init: PagerInit<Item, Key>,
): Pager<Item, Key> {
  type Source = readonly Item[] | PageFetch<Item, Key>
  const { tool, keyOf, order = 'ascending', isKey, secret } = init
  const { defaultLimit = 50, maxLimit = 200 } = init
  checkLimits(tool, defaultLimit, maxLimit)
  const compare = toCompare(order)
  const signer = secret === undefined ? undefined : createSigner(secret)
  const orderName = typeof order === 'function' ? 'own' : order

  /** Sorting here means that array and cursor cannot disagree about the order. */
  function cut(all: readonly Item[], after: Key | undefined, limit: number) {
    const keyed = all.map((item) => ({ item, key: keyOf(item) }))
    const following = keyed.filter(({ key }) => after === undefined || compare(key, after) > 0)
    const sorted = following.sort((a, b) => compare(a.key, b.key))
    return { items: sorted.slice(0, limit).map(({ item }) => item), total: all.length }
  }

  async function fetchItems(source: Source, after: Key | undefined, limit: number) {
    if (typeof source !== 'function') return cut(source, after, limit)
    const fetched = await source(after, limit)
    if (fetched === undefined) {
      if (after !== undefined) throw toCursorRefusal('lost')
      throw new TypeError(`Pager of '${tool}': nothing was fetched for the first page.`)
    }
    return 'items' in fetched ? fetched : { items: fetched }
  }

  async function readKey(cursor: string | undefined, scope: CursorScope) {
    if (cursor === undefined) return undefined
    const key = await decodeCursor(cursor, scope, signer)
    if (isKey !== undefined && !isKey(key)) throw toCursorRefusal('damaged')
    // The cast holds for the keys that keyOf gave; isKey and the secret guard against others.
    return key as Key
  }

  /** A cursor cannot point between two items of one key: one of them would be lost. */
  function checkKeys(after: Key | undefined, keys: readonly Key[]): void {
    let previous = after
    for (const key of keys) {
      if (previous !== undefined && compare(previous, key) === 0)
        throw new TypeError(`Pager of '${tool}': ${sameKey}`)
      previous = key
    }
  }

  return Object.freeze({
    async page(source: Source, request: PageRequest) {
      const { cursor, limit: asked = defaultLimit, ...filters } = request
      const scope = { tool, query: await hashQuery([filters, orderName]) }
      const after = await readKey(cursor, scope)
      const { limit, warnings } = clampLimit(asked, maxLimit)
      const { items, total } = await fetchItems(source, after, limit + 1)
      const keys = items.slice(0, limit + 1).map(keyOf)
      checkKeys(after, keys)
      const last = keys[limit - 1]
      const hasMore = keys.length > limit && last !== undefined
      const next = hasMore ? await encodeCursor(scope, last, signer) : null
      const size = Math.min(items.length, limit)
      const page: Page = { cursor: next, hasMore, size, total }
      return { items: items.slice(0, limit), notes: { page, warnings } }
    },
  })
}

function checkLimits(tool: string, defaultLimit: number, maxLimit: number): void {
  const areWhole = Number.isInteger(maxLimit) && Number.isInteger(defaultLimit)
  if (areWhole && defaultLimit >= 1 && defaultLimit <= maxLimit) return
  throw new RangeError(
    `Pager of '${tool}': the limits must be whole numbers from 1, ` +
      `and defaultLimit (${defaultLimit}) not over maxLimit (${maxLimit}).`,
  )
}

const sameKey =
  'two items have the same key, or what was fetched begins before the cursor. ' +
  'Give every item a key of its own, such as one that ends with its id.'
