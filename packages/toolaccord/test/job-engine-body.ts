import { afterEach, describe, expect, it } from 'vitest'
import { createJobEngine } from '../src/jobs/engine/create-job-engine.ts'
import type { PlacesOptions } from '../src/jobs/engine/create-places.ts'
import { hasEnded } from '../src/jobs/has-ended.ts'
import type { JobEngine, JobHost, JobRunner } from '../src/jobs/job-engine.ts'
import type { JobQueue } from '../src/jobs/job-queue.ts'
import type { JobStore } from '../src/jobs/job-store.ts'
import type { Job, JobOrder } from '../src/jobs/job.ts'
import { failure } from '../src/outcome/failure.ts'
import { ok } from '../src/outcome/outcome.ts'

/** What an engine is made of; each call makes what another process would have. */
export interface EngineSubject {
  createStore(now?: () => number): JobStore
  createQueue(turns: PlacesOptions): JobQueue
}

/** An order for a test. */
export const orderOf = (id: string, changes: Partial<JobOrder> = {}): JobOrder => ({
  id,
  server: 'lab',
  version: '1.0.0',
  tool: 'export',
  args: {},
  owner: 'ada',
  scopes: [],
  context: { id: `request of ${id}` },
  maxMs: 60_000,
  keepMs: 60_000,
  isRepeatable: false,
  retries: 2,
  priority: 'normal',
  ...changes,
})

/** A server for a test, of which only the tool matters. */
export const hostOf = (run: JobRunner, version = '1.0.0'): JobHost => ({
  server: 'lab',
  version,
  runTool: run,
  finishTool: async (_order, _run, { work }) => ({ outcome: await work }),
  retryInMs: ({ problems: [{ code }] }) => (code === 'busy' ? 10 : undefined),
  toLost: (_, because) => failure('lost', { message: because }),
  toCancelled: () => failure('cancelled'),
  onTrouble() {},
})

/** A tool that runs until it is stopped. */
export const untilStopped: JobRunner = (_order, { signal }) =>
  new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve({ outcome: failure('cancelled') }))
  })

/** Waits until a job has ended. */
export const endOf = (engine: JobEngine, id: string): Promise<Job> =>
  new Promise((resolve) => {
    const stop = engine.watch(id, (job) => {
      if (!hasEnded(job)) return
      stop()
      resolve(job)
    })
  })

/** Creates engines for tests, and closes them after each. */
export function createEngines(
  subject: EngineSubject,
): (turns?: Partial<PlacesOptions>, now?: () => number) => JobEngine {
  const engines: JobEngine[] = []
  afterEach(async () => {
    await Promise.all(engines.splice(0).map((engine) => engine.close(AbortSignal.timeout(500))))
  })
  return ({ concurrency = 8, concurrencyPerCaller = 8 } = {}, now = Date.now) => {
    const store = subject.createStore(now)
    const queue = subject.createQueue({ concurrency, concurrencyPerCaller })
    const engine = createJobEngine({ store, queue, now })
    engines.push(engine)
    return engine
  }
}

/** What is true of every engine. */
export function describeEngine(name: string, subject: EngineSubject): void {
  describe(`jobs in ${name}`, () => {
    const createEngine = createEngines(subject)
    let number = 0
    const newId = () => `job-${process.pid}-${number++}-${crypto.randomUUID().slice(0, 8)}`

    it('run in the background and keep their outcome for whoever comes back', async () => {
      const engine = createEngine()
      const host = hostOf(async ({ args }) => ({ outcome: ok({ args }) }))
      await engine.work(host)
      const id = newId()
      await engine.start(orderOf(id, { args: { size: 3 } }), host)
      expect(await endOf(engine, id)).toMatchObject({ state: 'completed', attempts: 1 })
      const job = await engine.find(id)
      expect(job && (await engine.outcomeOf(job))).toMatchObject({
        ok: true,
        data: { args: { size: 3 } },
      })
    })

    it('are known by their id: a second order with it changes nothing', async () => {
      let runs = 0
      const engine = createEngine()
      const host = hostOf(async () => ({ outcome: ok(++runs) }))
      await engine.work(host)
      const id = newId()
      await engine.start(orderOf(id), host)
      await engine.start(orderOf(id), host)
      await endOf(engine, id)
      await engine.start(orderOf(id), host)
      await new Promise((resolve) => setTimeout(resolve, 100))
      expect(runs).toBe(1)
    })

    it('tell their progress in order', async () => {
      const engine = createEngine()
      const seen: number[] = []
      const host = hostOf(async (_order, run) => {
        for (const done of [1, 2, 3]) {
          run.progress({ done, total: 3 })
          await new Promise((resolve) => setTimeout(resolve, 20))
        }
        return { outcome: ok(null) }
      })
      await engine.work(host)
      const id = newId()
      engine.watch(id, ({ progress }) => progress && seen.push(progress.done))
      await engine.start(orderOf(id), host)
      await endOf(engine, id)
      expect([...new Set(seen)]).toEqual([1, 2, 3])
      expect(seen).toEqual(seen.toSorted((a, b) => a - b))
    })

    it('stop when they are cancelled, running or waiting, and twice is once', async () => {
      const engine = createEngine({ concurrency: 1 })
      const host = hostOf(untilStopped)
      await engine.work(host)
      const [first, second] = [newId(), newId()]
      await engine.start(orderOf(first), host)
      await expect.poll(async () => (await engine.find(first))?.state).toBe('running')
      await engine.start(orderOf(second), host)
      const ends = [endOf(engine, first), endOf(engine, second)]
      await engine.cancel(second, host)
      await engine.cancel(first, host)
      await engine.cancel(first, host)
      const jobs = await Promise.all(ends)
      expect(jobs.map(({ state, attempts }) => [state, attempts])).toEqual([
        ['cancelled', 1],
        ['cancelled', 0],
      ])
    })

    it('take turns, so that one owner cannot hold all places', async () => {
      const engine = createEngine({ concurrency: 2, concurrencyPerCaller: 1 })
      const begun: string[] = []
      const ends = new Map<string, () => void>()
      const host = hostOf(async ({ args }) => {
        begun.push(String(args))
        await new Promise<void>((resolve) => ends.set(String(args), resolve))
        return { outcome: ok(null) }
      })
      await engine.work(host)
      for (const args of ['a1', 'a2']) await engine.start(orderOf(newId(), { args }), host)
      await engine.start(orderOf(newId(), { args: 'b1', owner: 'bob' }), host)
      const timeout = 10_000
      await expect.poll(() => begun.length, { timeout }).toBe(2)
      expect(begun.map((args) => args[0]).sort()).toEqual(['a', 'b'])
      for (const args of begun.slice()) ends.get(args)?.()
      await expect.poll(() => begun.length, { timeout }).toBe(3)
      for (const end of ends.values()) end()
    })

    it('are tried again after a failure that may pass, as often as their tool says', async () => {
      const engine = createEngine()
      const host = hostOf(async () => ({ outcome: failure('busy') }))
      await engine.work(host)
      const [repeatable, other] = [newId(), newId()]
      await engine.start(orderOf(repeatable, { isRepeatable: true }), host)
      await engine.start(orderOf(other), host)
      expect(await endOf(engine, repeatable)).toMatchObject({ attempts: 3 })
      expect(await endOf(engine, other)).toMatchObject({ attempts: 1 })
    })

    it('ask, and go on with the answers', async () => {
      const engine = createEngine()
      const host = hostOf(async (_order, { round }) => {
        if (round?.answers.colour === undefined) {
          const colour = { type: 'form', message: 'Which colour?', schema: {} } as const
          return { questions: { colour }, state: { step: 1 } }
        }
        return { outcome: ok([round.answers.colour, round.state]) }
      })
      await engine.work(host)
      const id = newId()
      await engine.start(orderOf(id), host)
      await expect.poll(async () => (await engine.find(id))?.state).toBe('asking')
      const end = endOf(engine, id)
      await expect.poll(() => engine.answer(id, { colour: 'red' })).toBe(true)
      expect(await end).toMatchObject({ outcome: { data: ['red', { step: 1 }] } })
      expect(await engine.answer(id, { colour: 'blue' })).toBe(false)
    })

    it('ask on until every question is answered, and ignore answers to anything else', async () => {
      const engine = createEngine()
      const question = { type: 'roots' } as const
      const host = hostOf(async (_order, { round }) => {
        if (round === undefined) return { questions: { a: question, b: question }, state: 1 }
        return { outcome: ok(round.answers) }
      })
      await engine.work(host)
      const id = newId()
      await engine.start(orderOf(id), host)
      await expect.poll(async () => (await engine.find(id))?.state).toBe('asking')
      expect(await engine.answer(id, { a: 1, other: 2 })).toBe(true)
      expect(await engine.find(id)).toMatchObject({
        state: 'asking',
        round: { questions: { b: question }, answers: { a: 1 } },
      })
      const end = endOf(engine, id)
      expect(await engine.answer(id, { a: 3, b: 4 })).toBe(true)
      const job = await end
      expect(await engine.outcomeOf(job)).toMatchObject({ data: { a: 1, b: 4 } })
    })

    it('end if nobody answers what they ask', async () => {
      let time = Date.now()
      const engine = createEngine({}, () => time)
      const question = { type: 'roots' } as const
      const host = hostOf(async () => ({ questions: { a: question }, state: 1 }))
      await engine.work(host)
      const id = newId()
      await engine.start(orderOf(id, { keepMs: 50_000 }), host)
      await expect.poll(async () => (await engine.find(id))?.state).toBe('asking')
      time += 51_000
      await expect
        .poll(
          async () => {
            await engine.work(host)
            return engine.find(id)
          },
          { timeout: 10_000 },
        )
        .toMatchObject({ outcome: { problems: [{ message: 'unanswered' }] } })
    })

    it('are forgotten when their time is over', async () => {
      let time = Date.now()
      const engine = createEngine({}, () => time)
      const host = hostOf(async () => ({ outcome: ok(null) }))
      await engine.work(host)
      const id = newId()
      await engine.start(orderOf(id, { keepMs: 50_000 }), host)
      await expect.poll(async () => (await engine.find(id))?.state).toBe('completed')
      time += 49_999
      expect(await engine.find(id)).toMatchObject({ state: 'completed' })
      time += 1
      expect(await engine.find(id)).toBeUndefined()
      await engine.start(orderOf(id), host)
      await expect.poll(async () => (await engine.find(id))?.state).toBe('completed')
    })

    it('are not stopped by what was asked of a forgotten job with their id', async () => {
      let time = Date.now()
      let run = untilStopped
      const engine = createEngine({}, () => time)
      const host = hostOf((...given) => run(...given))
      const id = newId()
      await engine.work(host)
      await engine.start(orderOf(id, { keepMs: 50_000 }), host)
      await expect.poll(async () => (await engine.find(id))?.state).toBe('running')
      await engine.cancel(id, host)
      await expect.poll(async () => (await engine.find(id))?.state).toBe('cancelled')
      time += 50_000
      run = async () => ({ outcome: ok(null) })
      await engine.start(orderOf(id), host)
      await expect.poll(async () => (await engine.find(id))?.state).toBe('completed')
    })

    it('tell of every change if the clock of whoever runs them jumps back', async () => {
      let time = Date.now()
      const engine = createEngine({}, () => time)
      const host = hostOf(async () => {
        time -= 3_600_000
        return { outcome: ok(null) }
      })
      const id = newId()
      const seen: Job[] = []
      engine.watch(id, (job) => seen.push(job))
      await engine.work(host)
      await engine.start(orderOf(id, { keepMs: 86_400_000 }), host)
      await expect.poll(() => seen.at(-1)?.state).toBe('completed')
      const times = seen.map(({ changedAt }) => changedAt)
      expect(times).toEqual(times.toSorted((a, b) => a - b))
    })

    it('are run by the server that took them, if several share an engine', async () => {
      const engine = createEngine()
      const one = hostOf(async () => ({ outcome: ok('one') }))
      const other = { ...hostOf(async () => ({ outcome: ok('other') })), server: 'other' }
      await engine.work(one)
      await engine.work(other)
      const ids = [newId(), newId()] as const
      await engine.start(orderOf(ids[0]), one)
      await engine.start(orderOf(ids[1], { server: 'other' }), other)
      const jobs = await Promise.all(ids.map((id) => endOf(engine, id)))
      expect(jobs.map(({ outcome }) => outcome)).toMatchObject([{ data: 'one' }, { data: 'other' }])
    })

    it('are held as long as somebody runs them, whoever asks', async () => {
      const [engine, other] = [createEngine(), createEngine()]
      const host = hostOf(untilStopped)
      const id = newId()
      await engine.work(host)
      await engine.start(orderOf(id), host)
      await expect.poll(async () => (await engine.find(id))?.state).toBe('running')
      expect(await engine.isHeld(id)).toBe(true)
      if (engine.isDurable) expect(await other.isHeld(id)).toBe(true)
      await engine.cancel(id, host)
      await endOf(engine, id)
      await expect.poll(() => other.isHeld(id)).toBe(false)
      expect(await other.isHeld('../none')).toBe(false)
    })

    it('run as many at a time as whoever works says', async () => {
      const engine = createEngine({ concurrency: 8, concurrencyPerCaller: 4 })
      let [running, most] = [0, 0]
      const host = hostOf(async () => {
        most = Math.max(most, ++running)
        await new Promise((resolve) => setTimeout(resolve, 20))
        running--
        return { outcome: ok(null) }
      })
      await engine.work(host, undefined, 1)
      const ids = [newId(), newId(), newId()]
      for (const id of ids) await engine.start(orderOf(id), host)
      await Promise.all(ids.map((id) => endOf(engine, id)))
      expect(most).toBe(1)
    })

    it('are counted up to a limit', async () => {
      const engine = createEngine()
      const store = subject.createStore()
      const owner = newId()
      const host = hostOf(untilStopped)
      await engine.work(host)
      const ids = [newId(), newId(), newId()]
      for (const id of ids) await engine.start(orderOf(id, { owner }), host)
      const filter = { server: 'lab', owner, hasEnded: false }
      if (store.isDurable) {
        expect(await store.count({ ...filter, limit: 10 })).toBe(3)
        expect(await store.count({ ...filter, limit: 2 })).toBe(2)
      }
      await store.close?.()
      for (const id of ids) await engine.cancel(id, host)
    })

    it('are listed for their owner, the newest first', async () => {
      let time = Date.now()
      const engine = createEngine({}, () => time++)
      const host = hostOf(async () => ({ outcome: ok(null) }))
      await engine.work(host)
      const owner = newId()
      const ids = [newId(), newId()]
      for (const id of ids) await engine.start(orderOf(id, { owner }), host)
      await engine.start(orderOf(newId(), { owner: newId() }), host)
      const listed = await engine.list({ server: 'lab', owner, limit: 10 })
      expect(listed.map(({ order }) => order.id)).toEqual(ids.toReversed())
      expect(await engine.list({ server: 'another', owner, limit: 10 })).toEqual([])
    })
  })
}
