/** How long a store is left alone after it kept silent. */
const pauseMs = 1000

/** Asks a store, and rejects if the store does not answer in time. */
export type Patience = <T>(ask: () => Promise<T>) => Promise<T>

/**
 * Creates a function that asks a store and gives up if the store does not answer in time. After
 * that the store is left alone for a second, and then asked by one call at a time until it answers,
 * so that not every call waits in vain.
 */
export function createPatience(timeoutMs: number): Patience {
  let isSilent = false
  let isProbed = false
  let leaveUntil = 0

  function noteAnswer(): void {
    isSilent = false
    isProbed = false
  }

  function noteSilence(): void {
    isSilent = true
    isProbed = false
    leaveUntil = performance.now() + pauseMs
  }

  function isLeftAlone(): boolean {
    return isSilent && (isProbed || performance.now() < leaveUntil)
  }

  return (ask) =>
    new Promise((resolve, reject) => {
      if (isLeftAlone()) {
        reject(new Error(`The store did not answer within ${timeoutMs} ms and is left alone.`))
        return
      }
      const answer = ask()
      isProbed = isSilent
      let isLate = false
      const giveUp = () => {
        isLate = true
        noteSilence()
        reject(new Error(`The store did not answer within ${timeoutMs} ms.`))
      }
      const timer = setTimeout(giveUp, timeoutMs)
      const onAnswer = () => {
        clearTimeout(timer)
        noteAnswer()
      }
      const onFailure = () => {
        clearTimeout(timer)
        // A client that gives up late says nothing new about a store that is silent.
        if (!isLate) noteAnswer()
      }
      answer.then(onAnswer, onFailure)
      answer.then(resolve, reject)
    })
}
