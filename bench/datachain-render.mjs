// One datachain of 60 placements as an HTML document, against JSON.stringify of the same datachain: interleaved rounds, medians of CPU time, and the slowest of a hundred.
import { createIcons } from '../servers/datachain/dist/icons/create-icons.js'
import { renderDatachain } from '../servers/datachain/dist/render/render-datachain.js'
import { sampleResolved } from '../servers/datachain/dist/render/testing/sample-resolved.js'

const rounds = Number(process.argv[2] ?? 31)
const times = 100

const icons = createIcons(new Map([['dot', { id: 'dot', svg: '<svg viewBox="0 0 36 36"><circle cx="18" cy="18" r="5" fill="currentColor"/></svg>' }]]))
const placed = sampleResolved.elements
const datachain = { ...sampleResolved, elements: Array.from({ length: 60 }, (_, at) => ({ ...placed[at % placed.length], element_instance_id: `placement-${at}` })) }
const sides = { render: () => renderDatachain(datachain, { icons }), stringify: () => JSON.stringify(datachain) }

const taken = { render: [], stringify: [] }
const waits = []
for (let round = -5; round < rounds; round++) {
  for (const [side, run] of Object.entries(sides)) {
    const start = process.cpuUsage()
    for (let time = 0; time < times; time++) {
      const began = performance.now()
      run()
      if (round >= 0 && side === 'render') waits.push(performance.now() - began)
    }
    const { user, system } = process.cpuUsage(start)
    if (round >= 0) taken[side].push((user + system) / times)
  }
}

const at = (values, share) => values.toSorted((a, b) => a - b)[Math.floor(values.length * share)]
const [render, stringify] = [at(taken.render, 0.5), at(taken.stringify, 0.5)]
console.log(`${(render / stringify).toFixed(2)} ×   a document of ${Math.round(sides.render().length / 1024)} KiB, against JSON.stringify of its datachain`)
console.log(`${Math.round(1e6 / render)} documents a second of CPU, p99 ${at(waits, 0.99).toFixed(2)} ms`)
