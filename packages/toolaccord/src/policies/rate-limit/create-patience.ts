/** How long a store is not asked after it did not answer. */
const pauseMs = 1000

/**
 * Creates a function that asks a store and gives up if the store does not answer in time. After
 * that the store is not asked for a while, so that not every call waits in vain.
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
