import { vi } from 'vitest'

/** Lets faked time go on until a promise settles; hashing takes turns of its own. */
export async function inTime<T>(promise: Promise<T>): Promise<T> {
  const state = { isSettled: false }
  const note = () => {
    state.isSettled = true
  }
  promise.then(note, note)
  while (!state.isSettled) {
    for (let turn = 0; turn < 3; turn++) await crypto.subtle.digest('SHA-256', new Uint8Array(1))
    await vi.advanceTimersByTimeAsync(20)
  }
  return promise
}
