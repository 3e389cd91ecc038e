import type { Notes, Page } from '../outcome/outcome.ts'
import { clampLimit } from './clamp-limit.ts'
import { createSigner } from './create-signer.ts'
import { type CursorScope, decodeCursor, encodeCursor, refuseCursor } from './cursor.ts'
import { hashQuery } from './hash-query.ts'
import { type PageKey, type PageOrder, toCompare } from './page-key.ts'

/** How a tool gives out its list in pages. */
export interface PagerInit<Item, Key extends PageKey> {
  /** The name of the tool; its cursors fit no other. */
  readonly tool: string
  /**
   * The place of an item in the order: unique in the list, so best ended with the id, and short,
   * because a cursor holds it.
   */
  readonly keyOf: (item: Item) => Key
  /** Default: ascending. */
  readonly order?: PageOrder<Key> | undefined
  /**
   * Checks the key of a cursor before a fetch function gets it; whoever may forge cursors may write
   * any key.
   */
  readonly isKey?: ((key: PageKey) => boolean) | undefined
  /**
   * Signs cursors, so that none can be forged: at least 16 random bytes, the same in every process
   * that serves the tool.
   */
  readonly secret?: string | Uint8Array | undefined
  /** Items of a page when the caller asks for no number. Default: 50. */
  readonly defaultLimit?: number | undefined
  /** Items of a page at most. Default: 200. */
  readonly maxLimit?: number | undefined
}

/**
 * What the caller asks for: usually the whole input of the tool, because a cursor holds for the
 * same filters only.
 */
export interface PageRequest {
  readonly cursor?: string | undefined
  readonly limit?: number | undefined
  readonly [filter: string]: unknown
}

/** Items after a key, at most so many, in order; undefined when the key can no longer be placed. */
export type PageFetch<Item, Key extends PageKey> = (
  after: Key | undefined,
  limit: number,
) => FetchedItems<Item> | PromiseLike<FetchedItems<Item>>

/** What a fetch gives; a total where it is known. */
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
   * A page of an array, in whatever order that is, or of what a function fetches. Throws a Refusal
   * for a cursor that is not of this list.
   */
  page(
    source: readonly Item[] | PageFetch<Item, Key>,
    request: PageRequest,
  ): Promise<PageAnswer<Item>>
}

/**
 * Makes pages that neither repeat nor skip an item, whatever comes and goes between them.
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
  const {
    tool,
    keyOf,
    order = 'ascending',
    isKey = () => true,
    secret,
    defaultLimit = 50,
    maxLimit = 200,
  } = init
  if (
    !(
      Number.isInteger(maxLimit) &&
      Number.isInteger(defaultLimit) &&
      1 <= defaultLimit &&
      defaultLimit <= maxLimit
    )
  ) {
    throw new RangeError(
      `Pager of '${tool}': the limits must be whole numbers from 1, and defaultLimit (${defaultLimit}) not over maxLimit (${maxLimit}).`,
    )
  }
  const compare = toCompare(order)
  const signer = secret === undefined ? undefined : createSigner(secret)
  const orderName = typeof order === 'function' ? 'own' : order

  /**
   * The first items of an array after a key: sorting here means that array and cursor cannot
   * disagree about the order.
   */
  const fetchFrom =
    (all: readonly Item[]): PageFetch<Item, Key> =>
    (after, limit) => {
      const keyed = all.map((item) => ({ item, key: keyOf(item) }))
      const following =
        after === undefined ? keyed : keyed.filter(({ key }) => compare(key, after) > 0)
      return {
        items: following
          .sort((a, b) => compare(a.key, b.key))
          .slice(0, limit)
          .map(({ item }) => item),
        total: all.length,
      }
    }

  async function toKey(cursor: string, scope: CursorScope): Promise<Key> {
    const key = await decodeCursor(cursor, scope, signer)
    if (!isKey(key)) throw refuseCursor('damaged')
    // The cast holds for what keyOf gave; isKey and the secret are there for what it did not.
    return key as Key
  }

  /**
   * Two items of one key cannot be told apart by a cursor: one would be lost where a page ends
   * between them.
   */
  function checkKeys(after: Key | undefined, keys: readonly Key[]): void {
    let previous = after
    for (const key of keys) {
      if (previous !== undefined && compare(previous, key) === 0)
        throw new TypeError(`Pager of '${tool}': ${repeated}`)
      previous = key
    }
  }

  return Object.freeze({
    async page(
      source: readonly Item[] | PageFetch<Item, Key>,
      { cursor, limit: asked = defaultLimit, ...filters }: PageRequest,
    ) {
      const scope = { tool, query: await hashQuery([filters, orderName]) }
      const after = cursor === undefined ? undefined : await toKey(cursor, scope)
      const { limit, ...clamped } = clampLimit(asked, maxLimit)
      const fetched = await (typeof source === 'function' ? source : fetchFrom(source))(
        after,
        limit + 1,
      )
      if (fetched === undefined)
        throw after === undefined
          ? new TypeError(`Pager of '${tool}': nothing was fetched for the first page.`)
          : refuseCursor('lost')
      const { items, total } = 'items' in fetched ? fetched : { items: fetched }
      const keys = items.slice(0, limit + 1).map(keyOf)
      checkKeys(after, keys)
      const last = keys[limit - 1]
      const next =
        keys.length > limit && last !== undefined ? await encodeCursor(scope, last, signer) : null
      const size = Math.min(items.length, limit)
      return {
        items: items.slice(0, limit),
        notes: {
          page: {
            cursor: next,
            hasMore: next !== null,
            size,
            ...(total !== undefined && { total }),
          },
          ...clamped,
        },
      }
    },
  })
}

const repeated =
  'two items have the same key, or what was fetched begins before the cursor. Give every item a key of its own, such as one that ends with its id.'
