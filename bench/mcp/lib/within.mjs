import { setTimeout as sleep } from 'node:timers/promises'

/** The value of a promise, or an error if it takes too long. */
export function within(seconds, what, promise) {
  const late = sleep(seconds * 1000, undefined, { ref: false }).then(() => {
    throw new Error(`${what}: nothing for ${seconds} seconds`)
  })
  return Promise.race([promise, late])
}
