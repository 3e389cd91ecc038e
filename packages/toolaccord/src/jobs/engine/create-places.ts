import type { Seat } from '../job-queue.ts'

/** Places that a few can take at a time; nobody takes all places, nor does one tool. */
export interface Places {
  /** Resolves when it is somebody's turn, to a function that gives the place back. */
  take(seat: Seat): Promise<() => void>
  /** The same at once; undefined if there is no place. */
  tryTake(seat: Seat): (() => void) | undefined
  /** How many there are. */
  readonly count: number
  /** Makes it so many; the share of one owner stays the same. */
  resize(count: number): void
  /** Nobody who waits gets a place any more. */
  close(): void
}

/** How many go at a time. */
export interface PlacesOptions {
  readonly concurrency: number
  readonly concurrencyPerCaller: number
}

interface Waiting {
  readonly seat: Seat
  go(giveBack: () => void): void
}

const ranks = { high: 0, normal: 1, low: 2 } as const

/** Creates places for so many at a time, and for so many of one owner. */
export function createPlaces({ concurrency, concurrencyPerCaller }: PlacesOptions): Places {
  let count = concurrency
  let countPerCaller = concurrencyPerCaller
  const byOwner = createCounts()
  const byTool = createCounts()
  /** Each in the order in which they came. */
  const waiting: readonly Set<Waiting>[] = [new Set(), new Set(), new Set()]
  let free = concurrency
  let isClosed = false

  const hasPlace = ({ owner, tool, concurrency: most = Infinity }: Seat) =>
    free > 0 && byOwner.of(owner) < countPerCaller && byTool.of(tool) < most

  function tryTake(seat: Seat): (() => void) | undefined {
    if (isClosed || !hasPlace(seat)) return undefined
    free--
    byOwner.add(seat.owner, 1)
    byTool.add(seat.tool, 1)
    return () => giveBack(seat)
  }

  function letGo(): void {
    for (const line of waiting) {
      for (const one of line) {
        const giveBackOne = tryTake(one.seat)
        if (giveBackOne === undefined) continue
        line.delete(one)
        one.go(giveBackOne)
      }
    }
  }

  function giveBack({ owner, tool }: Seat): void {
    free++
    byOwner.add(owner, -1)
    byTool.add(tool, -1)
    letGo()
  }

  return {
    take: (seat) =>
      new Promise((go) => {
        waiting[ranks[seat.priority]]?.add({ seat, go })
        letGo()
      }),
    tryTake,
    get count() {
      return count
    },
    resize(wanted) {
      free += wanted - count
      count = wanted
      countPerCaller = Math.ceil((wanted * concurrencyPerCaller) / concurrency)
      letGo()
    },
    close() {
      isClosed = true
    },
  }
}

function createCounts() {
  const counts = new Map<string, number>()
  const of = (name: string) => counts.get(name) ?? 0
  return {
    of,
    add(name: string, by: number) {
      const sum = of(name) + by
      if (sum === 0) counts.delete(name)
      else counts.set(name, sum)
    },
  }
}
