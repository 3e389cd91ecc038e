/** Ends a wait early. */
export interface Bell {
  ring(): void
  /** Resolves after so many milliseconds; sooner if the bell rings, or rang since the last wait. */
  wait(ms: number): Promise<void>
}

/** Creates a bell that one waits for. */
export function createBell(): Bell {
  let hasRung = false
  let wake = () => {}
  return {
    ring() {
      hasRung = true
      wake()
    },
    async wait(ms) {
      if (!hasRung) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms)
          wake = () => {
            clearTimeout(timer)
            resolve()
          }
        })
      }
      hasRung = false
    },
  }
}
