import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { startRedis } from '../../../test/services.ts'
import { defineTool } from '../../define/tool.ts'
import { silentLog } from '../../log/log.ts'
import { ok } from '../../outcome/outcome.ts'
import { type Server, defineServer } from '../../server.ts'
import { createBullmqJobs } from './create-bullmq-jobs.ts'

const redis = await startRedis()
const client = new Redis(redis?.url ?? '', { lazyConnect: true })
const servers: Pick<Server, 'jobs'>[] = []

afterEach(async () => {
  const closing = servers.splice(0).map(({ jobs }) => jobs?.close(AbortSignal.timeout(1000)))
  await Promise.all(closing)
})
afterAll(async () => {
  client.disconnect()
  await redis?.stop()
})

const develop = defineTool({
  name: 'develop',
  summary: 'Develop a film.',
  input: z.object({}),
  output: z.object({ developed: z.boolean() }),
  effect: 'write',
  long: true,
  run: async () => ok({ developed: true }),
})

function createServer() {
  const jobs = createBullmqJobs({ client, prefix: 'away:' })
  const init = { name: 'lab', version: '1.0.0', log: silentLog }
  const server = defineServer({ ...init, tools: [develop], jobs })
  servers.push(server)
  return server
}

const refusal = {
  ok: false,
  problems: [{ code: 'UNAVAILABLE', hint: expect.stringContaining('before you call the tool') }],
}

describe.skipIf(redis === undefined)('a long tool while Redis is away', { timeout: 60_000 }, () => {
  it('is refused soon if Redis is down, and runs when Redis is back', async () => {
    const server = createServer()
    await server.jobs?.work()
    expect(await server.callByName('develop', {})).toMatchObject({ data: { developed: true } })
    const back = redis?.restart(8000)
    await sleep(1000)
    // Without a limit the call would wait for Redis, and then succeed.
    expect(await server.callByName('develop', {})).toMatchObject(refusal)
    await back
    await expect
      .poll(() => server.callByName('develop', {}), { timeout: 15_000 })
      .toMatchObject({ data: { developed: true } })
  })

  it('is refused soon if Redis is silent, and runs when Redis speaks again', async () => {
    const server = createServer()
    await server.jobs?.work()
    redis?.freeze()
    expect(await server.callByName('develop', {})).toMatchObject(refusal)
    redis?.thaw()
    await expect
      .poll(() => server.callByName('develop', {}), { timeout: 15_000 })
      .toMatchObject({ data: { developed: true } })
  })

  it('is refused by a server that never saw Redis, which goes on when Redis is there', async () => {
    const back = redis?.restart(8000)
    await sleep(1000)
    const server = createServer()
    const working = server.jobs?.work()
    expect(await server.callByName('develop', {})).toMatchObject(refusal)
    await back
    await working
    await expect
      .poll(() => server.callByName('develop', {}), { timeout: 15_000 })
      .toMatchObject({ data: { developed: true } })
  })
})

describe.skipIf(redis === undefined)('a server that does not work', () => {
  it('starts jobs, which another process runs', async () => {
    const web = createServer()
    expect(web.jobs).toMatchObject({ isLocal: false, isDurable: true })
    const pending = await web.callByName('develop', {}, { waitMs: 500 })
    expect(pending).toMatchObject({ data: { job_id: expect.any(String), state: 'waiting' } })
    const { job_id } = pending.data as { job_id: string }
    await createServer().jobs?.work()
    expect(await web.callByName('get_result', { job_id })).toMatchObject({
      data: { developed: true },
    })
  })
})
