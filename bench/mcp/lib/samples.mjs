// Figures by cell and server, one per round; ratios are taken within a round, and their median
// counts.

function median(values) {
  const sorted = values.filter(Number.isFinite).sort((a, b) => a - b)
  const middle = sorted.length / 2
  const isOdd = sorted.length % 2 === 1
  if (isOdd) return sorted[Math.floor(middle)]
  return (sorted[middle - 1] + sorted[middle]) / 2
}

export function shuffle(values) {
  const left = [...values]
  return values.map(() => left.splice(Math.floor(Math.random() * left.length), 1)[0])
}

export function createSamples() {
  const samples = new Map()
  const of = (cell, id) => samples.get(`${cell} ${id}`) ?? {}
  /** A figure of one server as a multiple of another's; NaN if one of them was not measured. */
  const ratio = (cell, id, reference, figure) => {
    const references = of(cell, reference)
    const ratios = Object.entries(of(cell, id)).map(
      ([round, sample]) => sample[figure] / references[round]?.[figure],
    )
    return median(ratios)
  }
  return {
    add(round, cell, id, sample) {
      samples.set(`${cell} ${id}`, { ...of(cell, id), [round]: sample })
    },
    /** A figure that is a ratio in itself. */
    figure: (cell, id, figure) =>
      median(Object.values(of(cell, id)).map((sample) => sample[figure])),
    ratio,
    speed: (cell, id, reference) => ratio(cell, id, reference, 'rate'),
    /**
     * The same by what a call costs the server: true even when the client or other work on the
     * machine is the limit.
     */
    speedByCpu: (cell, id, reference) => ratio(cell, reference, id, 'cpu'),
  }
}
