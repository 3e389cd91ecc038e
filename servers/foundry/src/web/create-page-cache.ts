import { createHash } from 'node:crypto'

/** A page, and the hash by which a browser knows whether it has it. */
export interface WrittenPage {
  readonly text: string
  readonly contentHash: string
}

/** Keeps pages that were written, so that a browser that asks again costs little. */
export interface PageCache {
  /** Returns the page of some content, and writes it if it is not there or too old. */
  get(content: string, write: () => Promise<string>): Promise<WrittenPage>
}

/** How old a page may be. Its files may change without a change of the plan. */
const freshMs = 20_000

/** How many pages are kept. */
const mostPages = 16

/** Creates a cache. Those who ask for a page while it is written wait for the same one. */
export function createPageCache(now: () => Date): PageCache {
  const pages = new Map<string, { readonly at: number; readonly page: Promise<WrittenPage> }>()

  function keep(key: string, page: Promise<WrittenPage>): void {
    pages.delete(key)
    pages.set(key, { at: now().getTime(), page })
    const [oldest] = pages.keys()
    if (pages.size > mostPages && oldest !== undefined) pages.delete(oldest)
  }

  return {
    get(content, write) {
      const key = hashOf(content)
      const known = pages.get(key)
      if (known !== undefined && now().getTime() - known.at < freshMs) return known.page
      const page = write().then(toWritten)
      keep(key, page)
      page.catch(() => pages.delete(key))
      return page
    },
  }
}

const toWritten = (text: string): WrittenPage => ({
  text,
  contentHash: hashOf(text),
})

const hashOf = (text: string): string =>
  createHash('sha256').update(text).digest('hex').slice(0, 32)
