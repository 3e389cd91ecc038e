import { randomUUID } from 'node:crypto'
import { appendFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { JobEngine, JobHost, JobRun } from '../src/jobs/job-engine.ts'
import { isRecord } from '../src/json/json.ts'
import { failure } from '../src/outcome/failure.ts'
import { ok } from '../src/outcome/outcome.ts'

/** How many steps a job with checkpoints has. */
export const stepCount = 4

/** Returns a server whose jobs leave a line in a file when they are done, or for each step. */
export function toFaultHost(file: string): JobHost {
  /** One write of one line is whole, whoever else writes. */
  const note = (...words: readonly (string | number)[]) =>
    appendFileSync(file, `${words.join(' ')}\n`)

  async function takeSteps(id: string, run: JobRun): Promise<void> {
    const first = isRecord(run.resumed) ? Number(run.resumed.step) : 0
    for (let step = first; step < stepCount; step++) {
      await sleep(100)
      note('step', id, step)
      await run.checkpoint({ step: step + 1 })
    }
  }

  return {
    server: 'faults',
    version: '1.0.0',
    async runTool({ id, tool }, run) {
      const token = randomUUID()
      if (tool === 'steps') await takeSteps(id, run)
      else await sleep(200 + Math.random() * 400)
      note('end', id, token)
      return { outcome: ok(token) }
    },
    finishTool: async (_order, _run, { work }) => ({ outcome: await work }),
    retryInMs: () => undefined,
    toLost: (_order, because) => failure('lost', { message: because }),
    toCancelled: () => failure('cancelled'),
    onTrouble() {},
  }
}

/** Runs jobs until the process is killed; a program for one engine calls it. */
export async function workOnFaults(engine: JobEngine, file: string): Promise<void> {
  // It ends with the test, even if that is killed.
  process.stdin.resume().on('end', () => process.exit())
  await engine.work(toFaultHost(file))
  process.stdout.write('works\n')
}
