import { Pool } from 'pg'
import { afterAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import {
  createEngines,
  describeEngine,
  endOf,
  hostOf,
  orderOf,
  untilStopped,
} from '../../../test/job-engine-body.ts'
import { startPostgres } from '../../../test/services.ts'
import { defineTool } from '../../define/tool.ts'
import { silentLog } from '../../log/log.ts'
import { ok } from '../../outcome/outcome.ts'
import { defineServer } from '../../server.ts'
import { createPgBossJobs } from './create-pg-boss-jobs.ts'
import { createPgBossParts } from './create-pg-boss-parts.ts'

const postgres = await startPostgres()
const pools: Pool[] = []

/** Opens a pool for a role; nobody needs a password here. */
function openPool(user = 'postgres'): Pool {
  const connectionString = postgres?.url.replace('postgres@', `${user}@`)
  const pool = new Pool({ connectionString }).on('error', () => {})
  pools.push(pool)
  return pool
}

const pool = openPool()
afterAll(async () => {
  await Promise.all(pools.map((one) => one.end()))
  await postgres?.stop()
})

const settings = { pool, schema: 'jobs_of_lab', leaseMs: 2000 }
const places = { concurrency: 8, concurrencyPerCaller: 8 }
const timeout = 10_000

/** Tests that do not choose the time must be held to the clock of the database. */
const toClock = (now?: () => number) => (now === Date.now ? undefined : now)

const subject = {
  createStore: (now?: () => number) =>
    createPgBossParts({ ...settings, ...places, now: toClock(now) }).store,
  createQueue: (turns: typeof places) => createPgBossParts({ ...settings, ...turns }).queue,
}

const develop = defineTool({
  name: 'develop',
  summary: 'Develop a film.',
  input: z.object({}),
  output: z.object({ developed: z.int() }),
  effect: 'write',
  long: true,
  run: () => ok({ developed: 1 }),
})

describe.skipIf(postgres === undefined)('PostgreSQL', () => {
  describeEngine('PostgreSQL', subject)
  const createEngine = createEngines(subject)

  it('is asked by two workers for one job, and one of them runs it', async () => {
    let runs = 0
    const host = hostOf(async ({ id }) => {
      // Other tests may have left jobs that nobody has run.
      if (id === 'shared') runs++
      await new Promise((resolve) => setTimeout(resolve, 2500))
      return { outcome: ok(null) }
    })
    const [first, second] = [createEngine(), createEngine()]
    await first.work(host)
    await first.start(orderOf('shared', { isRepeatable: true }), host)
    await expect.poll(() => runs).toBe(1)
    // It finds the job, and sends a ticket of its own.
    await second.work(host)
    expect(await endOf(second, 'shared')).toMatchObject({ attempts: 1, deaths: 0 })
    expect(runs).toBe(1)
  })

  it('tells the process that runs a job if another cancels it', async () => {
    const host = hostOf(untilStopped)
    const [web, worker] = [createEngine(), createEngine()]
    await worker.work(host)
    await web.start(orderOf('called-off'), host)
    await expect
      .poll(async () => (await web.find('called-off'))?.state, { timeout })
      .toBe('running')
    await web.cancel('called-off', host)
    expect(await endOf(web, 'called-off')).toMatchObject({ state: 'cancelled', attempts: 1 })
    expect(await endOf(worker, 'called-off')).toMatchObject({ state: 'cancelled' })
  })

  it('has the answer after a restart, for a process that did not see the job', async () => {
    const engine = createEngine()
    const host = hostOf(async () => ({ outcome: ok({ developed: 36 }) }))
    await engine.work(host)
    await engine.start(orderOf('kept'), host)
    await endOf(engine, 'kept')
    await engine.close()
    await postgres?.restart(100)
    const later = createEngine()
    const job = await later.find('kept')
    expect(job && (await later.outcomeOf(job))).toMatchObject({ data: { developed: 36 } })
  })

  it('carries the jobs of servers of any name', async () => {
    const engine = createEngine()
    const server = 'dark room/1: "größe" 🎞'
    const host = { ...hostOf(async () => ({ outcome: ok(1) })), server }
    await engine.work(host)
    await engine.start(orderOf('named', { server }), host)
    expect(await endOf(engine, 'named')).toMatchObject({ outcome: { data: 1 } })
  })

  it('answers a server that only takes calls, while another process works', async () => {
    const init = { name: 'darkroom', version: '1.0.0', tools: [develop], log: silentLog }
    const web = defineServer({ ...init, jobs: createPgBossJobs({ pool }) })
    const worker = defineServer({ ...init, jobs: createPgBossJobs({ pool }) })
    await worker.jobs?.work()
    expect(await web.callByName('develop', {})).toMatchObject({ data: { developed: 1 } })
    await worker.jobs?.close()
    await web.jobs?.close()
  })

  it.each(['', 'Jobs', '1st', 'a-b', 'a"; drop table b; --', 'x'.repeat(51)])(
    "has no schema '%s'",
    (schema) => {
      expect(() => createPgBossJobs({ pool, schema })).toThrow(
        /^schema: '.*' must be 1 to 50 of a-z, 0-9 and '_', and not start with a digit$/,
      )
    },
  )
})

describe.skipIf(postgres === undefined)('a role without rights', () => {
  it('hears what is missing and what to do', async () => {
    await pool.query('create role stranger login')
    const jobs = createPgBossJobs({ pool: openPool('stranger'), schema: 'guarded' })
    const host = hostOf(async () => ({ outcome: ok(1) }))
    const lack =
      /permission denied for database postgres.*makes the schema 'guarded'.*grant.*USAGE.*SELECT/
    await expect(jobs.start(orderOf('a'), host)).rejects.toThrow(lack)
    await expect(jobs.work(host)).rejects.toThrow(lack)
    await jobs.close()
  })

  it('may run jobs in tables that another role has made', async () => {
    const admin = createPgBossJobs({ pool, schema: 'prepared' })
    const host = hostOf(async () => ({ outcome: ok(1) }))
    await admin.work(host)
    await admin.close()
    await pool.query(`create role clerk login;
      grant usage on schema prepared to clerk;
      grant select, insert, update, delete on all tables in schema prepared to clerk`)
    const jobs = createPgBossJobs({ pool: openPool('clerk'), schema: 'prepared' })
    await jobs.work(host)
    await jobs.start(orderOf('a'), host)
    expect(await endOf(jobs, 'a')).toMatchObject({ outcome: { data: 1 } })
    await jobs.close()
  })
})

describe.skipIf(postgres === undefined)('a server whose PostgreSQL is away', () => {
  const serve = (one: Pool) =>
    defineServer({
      name: 'darkroom',
      version: '1.0.0',
      tools: [develop],
      log: silentLog,
      jobs: createPgBossJobs({ pool: one, schema: 'away' }),
    })
  const refusal = { ok: false, problems: [{ code: 'UNAVAILABLE', hint: expect.any(String) }] }

  it('refuses calls if nobody listens there', async () => {
    const nowhere = new Pool({ host: '127.0.0.1', port: 1 })
    pools.push(nowhere)
    expect(await serve(nowhere).callByName('develop', {})).toMatchObject(refusal)
  })

  it('refuses calls if it is silent, and takes them when it is back', async () => {
    const server = serve(pool)
    const started = await server.callByName('develop', {}, { waitMs: 0 })
    expect(started).toMatchObject({ ok: true })
    postgres?.freeze()
    try {
      expect(await server.callByName('develop', {})).toMatchObject(refusal)
    } finally {
      postgres?.thaw()
    }
    await server.jobs?.work()
    const { job_id } = started.data as { job_id: string }
    await expect
      .poll(() => server.callByName('get_result', { job_id }), { timeout })
      .toMatchObject({ data: { developed: 1 } })
    await server.jobs?.close()
  })
})
