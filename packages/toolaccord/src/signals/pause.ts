/** Waits until others had their turn: what arrived meanwhile is answered first. */
export function pause(): Promise<void> {
  // Runtimes without it, such as browsers, have timers only, which come a little later.
  const { setImmediate } = globalThis as { readonly setImmediate?: (done: () => void) => unknown }
  return new Promise((resolve) => {
    if (setImmediate === undefined) setTimeout(resolve, 0)
    else setImmediate(resolve)
  })
}
