/** The beginning of a list, and how long the list is. */
export interface Bounded<T> {
  readonly total: number
  readonly items: readonly T[]
}

/** How many items a list of a report has at most. */
const mostItems = 500

/** Cuts a list to what a report may have. */
export const toBounded = <T>(list: readonly T[], most: number = mostItems): Bounded<T> => ({
  total: list.length,
  items: list.slice(0, most),
})
