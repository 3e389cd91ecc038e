import { Pool } from 'pg'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { startPostgres } from '../../../test/services.ts'
import type { JobQueue, JobTicket } from '../../jobs/job-queue.ts'
import { createPgBossQueue } from './create-pg-boss-queue.ts'

const postgres = await startPostgres()
const pool = new Pool({ connectionString: postgres?.url }).on('error', () => {})
const queues: JobQueue[] = []
afterEach(async () => {
  await Promise.all(queues.splice(0).map((queue) => queue.close(AbortSignal.timeout(1000))))
})
afterAll(async () => {
  await pool.end()
  await postgres?.stop()
})

const schema = 'carried'
const timeout = 10_000

function createQueue(concurrency = 4, concurrencyPerCaller = concurrency): JobQueue {
  const queue = createPgBossQueue(pool, { schema, concurrency, concurrencyPerCaller })
  queues.push(queue)
  return queue
}

const ticketOf = (server: string, id: string, changes: Partial<JobTicket> = {}): JobTicket => ({
  id,
  server,
  tool: 'export',
  owner: 'ada',
  priority: 'normal',
  round: 0,
  ...changes,
})

/** The ids of the tickets of a server that wait. */
async function waitingOf(server: string): Promise<readonly string[]> {
  const { rows } = await pool.query(
    `select data->>'id' as id from ${schema}.job where name = $1 and state = 'created' order by id`,
    [server],
  )
  return rows.map(({ id }) => String(id))
}

describe.skipIf(postgres === undefined)('a queue on pg-boss', () => {
  it('has one ticket of a job that waits, and may have one more of a job that runs', async () => {
    const queue = createQueue()
    await queue.push(ticketOf('single', 'a'))
    await queue.push(ticketOf('single', 'a'))
    expect(await waitingOf('single')).toEqual(['a'])
    let end = () => {}
    let taken = 0
    await queue.work(async () => {
      taken++
      if (taken === 1) await new Promise<void>((resolve) => (end = resolve))
      return {}
    }, 'single')
    await expect.poll(() => taken, { timeout }).toBe(1)
    await queue.push(ticketOf('single', 'a', { delayMs: 600 }))
    expect(await waitingOf('single')).toEqual(['a'])
    end()
    await expect.poll(() => taken, { timeout }).toBe(2)
    await expect.poll(() => waitingOf('single'), { timeout }).toEqual([])
  })

  it('carries the urgent before others', async () => {
    const queue = createQueue(1)
    for (const priority of ['low', 'normal', 'high'] as const) {
      await queue.push(ticketOf('ranked', priority, { priority }))
    }
    const taken: string[] = []
    await queue.work(async ({ id }) => {
      taken.push(id)
      return {}
    }, 'ranked')
    await expect.poll(() => taken, { timeout }).toEqual(['high', 'normal', 'low'])
  })

  it('brings a ticket again that is to be taken again', async () => {
    const queue = createQueue()
    const taken: number[] = []
    await queue.work(async () => {
      taken.push(Date.now())
      return taken.length === 1 ? { againInMs: 1000 } : {}
    }, 'again')
    await queue.push(ticketOf('again', 'a'))
    await expect.poll(() => taken.length, { timeout }).toBe(2)
    // The clock of the database says when; a test must not measure it exactly.
    expect((taken[1] ?? 0) - (taken[0] ?? 0)).toBeGreaterThan(800)
  })

  it('lets the jobs of a tool and of a caller wait without holding up others', async () => {
    const queue = createQueue(4, 2)
    const running = new Map<string, () => void>()
    await queue.work(async ({ id }) => {
      await new Promise<void>((resolve) => running.set(id, resolve))
      running.delete(id)
      return {}
    }, 'shared')
    for (const id of ['a1', 'a2', 'a3']) await queue.push(ticketOf('shared', id))
    const single = { owner: 'bob', tool: 'import', concurrency: 1 }
    for (const id of ['b1', 'b2']) await queue.push(ticketOf('shared', id, single))
    const ids = () => [...running.keys()].map((id) => id[0]).sort()
    await expect.poll(ids, { timeout }).toEqual(['a', 'a', 'b'])
    for (const end of running.values()) end()
    await expect.poll(ids, { timeout }).toEqual(['a', 'b'])
    for (const end of running.values()) end()
  })

  it('leaves nothing to do in a process that only pushes', async () => {
    const light = new Pool({ connectionString: postgres?.url, allowExitOnIdle: true })
    light.on('error', () => {})
    const places = { concurrency: 1, concurrencyPerCaller: 1 }
    const before = countTimers()
    const queue = createPgBossQueue(light, { schema, ...places })
    await queue.push(ticketOf('light', 'a'))
    expect(countTimers()).toBeLessThanOrEqual(before)
    await queue.close()
    await light.end()
  })

  it('carries what PostgreSQL itself would refuse', async () => {
    const queue = createQueue()
    const owner = 'caller:\0 \ud800'
    const taken: JobTicket[] = []
    await queue.work(async (ticket) => {
      taken.push(ticket)
      return {}
    }, 'odd')
    await queue.push(ticketOf('odd', 'a', { owner }))
    await expect.poll(() => taken, { timeout }).toMatchObject([{ id: 'a', owner }])
  })

  it('takes nothing when it is closed, and begins nothing', async () => {
    const queue = createQueue()
    await queue.work(async () => ({}), 'closed')
    await queue.close()
    const before = countTimers()
    await expect(queue.push(ticketOf('closed', 'a'))).rejects.toThrow('The queue is closed.')
    expect(countTimers()).toBeLessThanOrEqual(before)
  })

  it('closes when the turns that were taken are done, or its time is over', async () => {
    const queue = createQueue()
    let taken = 0
    await queue.work(() => {
      taken++
      return new Promise(() => {})
    }, 'endless')
    await queue.push(ticketOf('endless', 'a'))
    await expect.poll(() => taken, { timeout }).toBe(1)
    await queue.close(AbortSignal.timeout(100))
  })
})

/** The timers that keep this process alive. */
const countTimers = () =>
  process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length
