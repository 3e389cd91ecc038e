/** How long a store that kept silent is left alone. */
const pauseMs = 1000

/**
 * Asks a store, and gives up when it keeps silent; then it is left alone for a while, so that not
 * every call waits in vain.
 */
export function createPatience(timeoutMs: number): <T>(ask: () => Promise<T>) => Promise<T> {
  let pausedUntil = 0
  return (ask) =>
    new Promise((resolve, reject) => {
      if (Date.now() < pausedUntil) {
        reject(new Error(`The store did not answer in time and is left alone for ${pauseMs} ms.`))
        return
      }
      const timer = setTimeout(() => {
        pausedUntil = Date.now() + pauseMs
        reject(new Error(`The store did not answer within ${timeoutMs} ms.`))
      }, timeoutMs)
      ask()
        .then(resolve, reject)
        .finally(() => clearTimeout(timer))
    })
}
