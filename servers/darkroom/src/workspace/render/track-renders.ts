import type { Darktable } from '../../editing/index.ts'

/** An engine, and a way to wait for its renders. */
export interface TrackedDarktable {
  readonly darktable: Darktable
  /** Waits for running renders, so that a process that ends leaves no unfinished files. */
  settled(): Promise<void>
}

/** Keeps track of the renders of an engine. */
export function trackRenders(darktable: Darktable): TrackedDarktable {
  const running = new Set<Promise<void>>()
  const track = <T>(work: Promise<T>): Promise<T> => {
    const forget = () => {
      running.delete(ended)
    }
    const ended = work.then(forget, forget)
    running.add(ended)
    return work
  }
  return {
    darktable: {
      ...darktable,
      render: (request) => track(darktable.render(request)),
      inspect: (request) => track(darktable.inspect(request)),
    },
    async settled() {
      await Promise.all(running)
    },
  }
}
