/** How those who wait can be sent away, all at once. */
export interface Exits {
  /** Has a function called at the end; the returned function forgets it. */
  add(leave: () => void): () => void
  /** Calls every function, and from now on each that is added. */
  open(): void
}

/** Creates exits that are closed. A signal would warn of its many listeners. */
export function createExits(): Exits {
  const leavers = new Set<() => void>()
  let isOpen = false
  return {
    add(leave) {
      if (isOpen) queueMicrotask(leave)
      else leavers.add(leave)
      return () => leavers.delete(leave)
    },
    open() {
      isOpen = true
      for (const leave of leavers) leave()
    },
  }
}
