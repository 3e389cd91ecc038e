/** Does work for the same key one after another, and for different keys at once. */
export type Line = <T>(key: string, work: () => Promise<T>) => Promise<T>

/** Creates an empty line. */
export function createLine(): Line {
  /** The end of the last work for each key; none rejects. */
  const ends = new Map<string, Promise<void>>()
  return (key, work) => {
    const running = (ends.get(key) ?? Promise.resolve()).then(work)
    const end = running.then(ignore, ignore).then(() => {
      if (ends.get(key) === end) ends.delete(key)
    })
    ends.set(key, end)
    return running
  }
}

/** Whoever asked for the work hears how it ended. */
function ignore(): void {}
