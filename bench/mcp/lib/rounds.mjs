// Interleaved rounds: in each, every server is started afresh, all stay up, and every cell of every
// server is visited in random order.
import { checkAnswers, checkSameSize } from './check.mjs'
import { undisturbed } from './quiet.mjs'
import { createSamples, shuffle } from './samples.mjs'

/**
 * `run` puts the load of a cell on a running server for some seconds and returns a sample. A cell
 * that fails is reported and left out.
 */
export async function measureRounds({ servers, cellsOf, pace, say, start, run }) {
  const samples = createSamples()
  for (let round = 1; round <= pace.rounds; round++) {
    const running = await startAll(servers, start, say)
    const visits = shuffle(
      running.flatMap((one) => cellsOf(one.server).map((cell) => ({ one, cell }))),
    )
    const warm = new Set()
    for (const [index, { one, cell }] of visits.entries()) {
      const { id } = one.server
      say(`round ${round}/${pace.rounds}, ${index + 1}/${visits.length}: ${id}, ${cell.name}`)
      try {
        await warmUp(() => run(one, cell, 1), warm.has(one) ? pace.warmUp : pace.firstWarmUp)
        const sample = await undisturbed(pace.attempts, () => run(one, cell, pace.run))
        if (sample.bytes < one.sizes[cell.kind])
          throw new Error('answers under load are shorter than the one that was checked')
        samples.add(round, cell.name, id, sample)
      } catch (error) {
        say(`left out: ${id}, ${cell.name}: ${error.message}`)
      }
      warm.add(one)
    }
    await Promise.all(running.map((one) => one.stop()))
  }
  return samples
}

/**
 * Until the server has worked for some seconds, because the compiler settles with work and not with
 * time.
 */
async function warmUp(runOnce, seconds) {
  let worked = 0
  while (worked < seconds) {
    const { calls, cpu } = await runOnce()
    worked += calls * cpu
  }
}

/** One after another, because they share a core. */
async function startAll(servers, start, say) {
  const running = []
  for (const server of servers) {
    const one = await start(server).catch((error) =>
      say(`left out: ${server.id}: ${error.message}`),
    )
    if (one === undefined) continue
    try {
      running.push({ ...one, sizes: await checkAnswers(one) })
    } catch (error) {
      say(`left out: ${server.id}: ${error.message}`)
      await one.stop()
    }
  }
  checkSameSize(running)
  return running
}
