const firstPauseMs = 100
const longestPauseMs = 2000

/** So many pauses, about ten seconds, keep the process alive; it does not wait for further ones. */
const patientPauses = 8

/** Repeats work until it does not fail; undefined if it still fails when it is over. */
export async function repeat<T>(
  work: () => Promise<T>,
  isOver: () => boolean,
): Promise<T | undefined> {
  for (let tries = 0; !isOver(); tries++) {
    try {
      return await work()
    } catch {
      await pause(tries)
    }
  }
  return undefined
}

function pause(tries: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, Math.min(firstPauseMs * 2 ** tries, longestPauseMs))
    // Only in Node does a timer keep the process alive, and only there it has this method.
    if (tries >= patientPauses) timer.unref?.()
  })
}
