import { Pool } from 'pg'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import { endOf, hostOf, orderOf } from '../../../test/job-engine-body.ts'
import { startPostgres } from '../../../test/services.ts'
import { createJobEngine } from '../../jobs/engine/create-job-engine.ts'
import type { Job } from '../../jobs/job.ts'
import { ok } from '../../outcome/outcome.ts'
import { createPgBossParts } from './create-pg-boss-parts.ts'
import { createPostgresJobStore } from './create-postgres-job-store.ts'

const postgres = await startPostgres()
const pool = new Pool({ connectionString: postgres?.url }).on('error', () => {})
afterAll(async () => {
  await pool.end()
  await postgres?.stop()
})

const dayMs = 86_400_000
const schema = 'stored'
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const createStore = (leaseMs = 30_000, now?: () => number) =>
  createPostgresJobStore(pool, { schema, leaseMs, now })

const jobOf = (id: string, changes: Partial<Job> = {}): Job => ({
  order: orderOf(id),
  state: 'waiting',
  attempts: 0,
  deaths: 0,
  createdAt: 1,
  changedAt: 1,
  ...changes,
})

describe.skipIf(postgres === undefined)('a claim in PostgreSQL', () => {
  it('is given to one of all who ask at once', async () => {
    const stores = [createStore(), createStore()]
    await stores[0]?.add(jobOf('one'))
    const asked = Array.from({ length: 20 }, (_, number) => stores[number % 2]?.claim('one'))
    const claims = await Promise.all(asked)
    expect(claims.filter((claim) => claim !== undefined)).toHaveLength(1)
  })

  it('that lapsed changes nothing once another has it', async () => {
    const store = createStore(300)
    await store.add(jobOf('lapsed'))
    const first = await store.claim('lapsed')
    await wait(400)
    const second = await store.claim('lapsed')
    expect(await second?.save(jobOf('lapsed', { attempts: 2, changedAt: 2 }))).toBe(true)
    expect(await first?.renew()).toBe('lost')
    expect(await first?.save(jobOf('lapsed', { attempts: 9, changedAt: 9 }))).toBe(false)
    await first?.release()
    expect(await second?.renew()).toBe('held')
    expect(await store.find('lapsed')).toMatchObject({ attempts: 2 })
  })

  it('hears that the job should stop', async () => {
    const store = createStore()
    await store.add(jobOf('stopped'))
    const claim = await store.claim('stopped')
    expect(await claim?.renew()).toBe('held')
    await store.askToStop('stopped')
    expect(await claim?.renew()).toBe('stop')
  })

  it('keeps the last change, even if an earlier one comes late', async () => {
    const store = createStore()
    await store.add(jobOf('ordered'))
    const claim = await store.claim('ordered')
    expect(await claim?.save(jobOf('ordered', { state: 'completed', changedAt: 8 }))).toBe(true)
    expect(await claim?.save(jobOf('ordered', { state: 'running', changedAt: 7 }))).toBe(true)
    expect(await store.find('ordered')).toMatchObject({ state: 'completed' })
  })

  it('outlasts a database that is stopped for longer than the claim lasts', async () => {
    const store = createStore(1000)
    await store.add(jobOf('patient'))
    const claim = await store.claim('patient')
    await postgres?.restart(1500)
    // Whoever asks says how long nobody could renew it after the start.
    expect(await createStore(15_000).claim('patient')).toBeUndefined()
    expect(await claim?.renew()).toBe('held')
  })
})

describe.skipIf(postgres === undefined)('a store of jobs in PostgreSQL', () => {
  it.each(['', '../a', "'; drop table a; --", 'a\0b', '\ud800', 'a'.repeat(129), 'ä'])(
    "has no job of the forged id '%s'",
    async (id) => {
      const store = createStore()
      expect(await store.find(id)).toBeUndefined()
      expect(await store.claim(id)).toBeUndefined()
      await store.askToStop(id)
    },
  )

  it('keeps what PostgreSQL itself would refuse or change', async () => {
    const store = createStore()
    const owner = 'caller:\0 \ud800'
    const args = { z: '\0', a: '\ud800', 10: 1 }
    const job = jobOf('odd', { order: orderOf('odd', { owner, args }) })
    await store.add(job)
    expect(await store.list({ server: 'lab', owner, limit: 5 })).toEqual([job])
  })

  it('takes an id again when its job has expired, and removes such jobs', async () => {
    let time = 1000
    const store = createStore(30_000, () => time)
    const ended = { state: 'completed', expiresAt: 2000 } as const
    await store.add(jobOf('again', ended))
    await store.add(jobOf('swept', ended))
    expect(await store.add(jobOf('again'))).toBe(false)
    time = 2000
    expect(await store.add(jobOf('again'))).toBe(true)
    await store.sweep()
    const { rows } = await pool.query(`select id from ${schema}.toolaccord_jobs
      where id in ('again', 'swept')`)
    expect(rows).toEqual([{ id: 'again' }])
  })
})

describe.skipIf(postgres === undefined)('a worker whose clock has jumped', () => {
  afterEach(() => vi.useRealTimers())

  it.each([-2, 2])('by %s days keeps answers as long as others do', async (days) => {
    const id = `jumped-${days}`
    const places = { concurrency: 1, concurrencyPerCaller: 1 }
    const createEngine = () =>
      createJobEngine(createPgBossParts({ pool, schema, leaseMs: 30_000, ...places }))
    const host = hostOf(async () => ({ outcome: ok(1) }))
    const web = createEngine()
    await web.start(orderOf(id, { keepMs: dayMs }), host)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + days * dayMs })
    const worker = createEngine()
    await worker.work(host)
    await endOf(worker, id)
    await worker.close()
    vi.useRealTimers()
    expect(await web.find(id)).toMatchObject({ state: 'completed' })
    const { rows } = await pool.query(
      `select expires_at / 1000 - extract(epoch from now()) as seconds
        from ${schema}.toolaccord_jobs where id = $1`,
      [id],
    )
    expect(Number(rows[0].seconds)).toBeGreaterThan(86_000)
    expect(Number(rows[0].seconds)).toBeLessThan(86_500)
    await web.close()
  })
})
