/** Lets a few go at a time, and nobody take all places. */
export interface Turns {
  /** Resolves when it is the owner's turn, to a function that gives the place back. */
  take(owner: string): Promise<() => void>
  /** Nobody else gets a place. */
  close(): void
}

interface Waiting {
  readonly owner: string
  go(): void
}

/** Creates places for so many at a time, and for so many of one owner. */
export function createTurns(places: number, perOwner: number): Turns {
  const taken = new Map<string, number>()
  /** In the order in which they came. */
  const waiting = new Set<Waiting>()
  let free = places
  let isClosed = false

  const takenBy = (owner: string) => taken.get(owner) ?? 0

  function letGo(): void {
    for (const one of waiting) {
      if (isClosed || free === 0) return
      if (takenBy(one.owner) >= perOwner) continue
      waiting.delete(one)
      free--
      taken.set(one.owner, takenBy(one.owner) + 1)
      one.go()
    }
  }

  function giveBack(owner: string): void {
    free++
    const left = takenBy(owner) - 1
    if (left === 0) taken.delete(owner)
    else taken.set(owner, left)
    letGo()
  }

  return {
    take: (owner) =>
      new Promise((resolve) => {
        waiting.add({ owner, go: () => resolve(() => giveBack(owner)) })
        letGo()
      }),
    close() {
      isClosed = true
    },
  }
}
