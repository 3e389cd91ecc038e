// What the benchmarks of this folder share: medians of times that were taken in interleaved rounds.

/** The middle one of some figures. */
export function median(values) {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)]
}

/** The microseconds of CPU that one run takes, on average of several. */
export async function timeCpu(run, { times = 1, argument } = {}) {
  const start = process.cpuUsage()
  for (let time = 0; time < times; time++) await run(argument)
  const { user, system } = process.cpuUsage(start)
  return (user + system) / times
}

/** How often one median is in another, with two digits. */
export const toRatio = (values, reference) => (median(values) / median(reference)).toFixed(2)
