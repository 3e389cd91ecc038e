/** A watch that tells the seconds since it was started, to the millisecond. */
export function startWatch(): () => number {
  const began = performance.now()
  return () => Math.round(performance.now() - began) / 1000
}
