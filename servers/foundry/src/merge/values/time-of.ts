const withoutZone = /T\d{2}:\d{2}(:\d{2}(\.\d+)?)?$/

/**
 * Returns the milliseconds of an ISO time. A time without a zone is UTC, so that the answer is the
 * same on every machine.
 */
export function timeOf(text: unknown): number | undefined {
  if (typeof text !== 'string') return undefined
  const time = Date.parse(withoutZone.test(text) ? `${text}Z` : text)
  return Number.isNaN(time) ? undefined : time
}

/** Sorts by time. Those of the same time stay in order; one without a time stays where it is. */
export function sortByTime<Item>(
  items: readonly Item[],
  textOf: (item: Item) => unknown,
): readonly Item[] {
  let latest = 0
  const timed = items.map((item) => {
    latest = timeOf(textOf(item)) ?? latest
    return { item, time: latest }
  })
  return timed.toSorted((one, another) => one.time - another.time).map(({ item }) => item)
}
