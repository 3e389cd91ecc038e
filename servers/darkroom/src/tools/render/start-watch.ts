/** Starts a stopwatch; the function that it returns gives the seconds, to the millisecond. */
export function startWatch(): () => number {
  const began = performance.now()
  return () => Math.round(performance.now() - began) / 1000
}
