/**
 * A place in a canonical text, in code points, the end excluded; with its page if the text has
 * pages.
 */
export interface Locator {
  readonly start: number
  readonly end: number
  /** Counted from 1. The offsets count from the beginning of the whole text, not of the page. */
  readonly page?: number | undefined
}

const form =
  /^(?:page:(?<page>[1-9]\d{0,8}):)?char:(?<start>0|[1-9]\d{0,14})-(?<end>[1-9]\d{0,14})$/

/** Returns the string of a locator: `char:S-E` or `page:N:char:S-E`. */
export function toLocator({ start, end, page }: Locator): string {
  const chars = `char:${start}-${end}`
  return page === undefined ? chars : `page:${page}:${chars}`
}

/** Returns the place that a string names, or undefined if it names none or an empty one. */
export function parseLocator(text: string): Locator | undefined {
  const groups = form.exec(text)?.groups
  if (groups === undefined) return undefined
  const start = Number(groups.start)
  const end = Number(groups.end)
  if (start >= end) return undefined
  if (groups.page === undefined) return { start, end }
  return { start, end, page: Number(groups.page) }
}
