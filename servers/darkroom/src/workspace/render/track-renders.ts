import type { Darktable } from '../../editing/index.ts'

/** An engine, and when it has nothing more to do. */
export interface TrackedDarktable {
  readonly darktable: Darktable
  /** Waits for what is running, so that a process which ends leaves no half-made files behind. */
  settled(): Promise<void>
}

/** Keeps count of what an engine is doing. */
export function trackRenders(darktable: Darktable): TrackedDarktable {
  const running = new Set<Promise<void>>()
  const track = <T>(work: Promise<T>): Promise<T> => {
    const ended = work.then(
      () => void running.delete(ended),
      () => void running.delete(ended),
    )
    running.add(ended)
    return work
  }
  return {
    darktable: {
      ...darktable,
      render: (request) => track(darktable.render(request)),
      inspect: (request) => track(darktable.inspect(request)),
    },
    settled: async () => void (await Promise.all(running)),
  }
}
