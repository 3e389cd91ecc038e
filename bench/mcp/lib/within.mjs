import { setTimeout as sleep } from 'node:timers/promises'

/** What a promise gives, or an error when it takes too long. */
export const within = (seconds, what, promise) =>
  Promise.race([
    promise,
    sleep(seconds * 1000, undefined, { ref: false }).then(() => {
      throw new Error(`${what}: nothing for ${seconds} seconds`)
    }),
  ])
