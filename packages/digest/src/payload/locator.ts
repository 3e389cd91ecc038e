/**
 * A place in a canonical text: code points, the end excluded, and the page where the text has
 * pages.
 */
export interface Locator {
  readonly start: number
  readonly end: number
  /** Counted from 1; the offsets are into the whole text all the same. */
  readonly page?: number
}

const form = /^(?:page:([1-9]\d{0,8}):)?char:(0|[1-9]\d{0,14})-([1-9]\d{0,14})$/

export const toLocator = ({ start, end, page }: Locator): string =>
  `${page === undefined ? '' : `page:${page}:`}char:${start}-${end}`

/** The place that a locator names; undefined for anything else, and for a place without a character. */
export function parseLocator(text: string): Locator | undefined {
  const [, page, start, end] = form.exec(text) ?? []
  if (start === undefined || end === undefined || Number(start) >= Number(end)) return undefined
  return {
    start: Number(start),
    end: Number(end),
    ...(page !== undefined && { page: Number(page) }),
  }
}
