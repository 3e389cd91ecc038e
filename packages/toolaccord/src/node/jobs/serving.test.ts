import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { gate } from '../../../test/gate.ts'
import { hostOf, orderOf, untilStopped } from '../../../test/job-engine-body.ts'
import { defineTool } from '../../define/tool.ts'
import { createJobEngine } from '../../jobs/engine/create-job-engine.ts'
import { findPending } from '../../jobs/to-pending.ts'
import { silentLog } from '../../log/log.ts'
import { ok } from '../../outcome/outcome.ts'
import { defineServer } from '../../server.ts'
import { createJobs } from '../create-jobs.ts'
import { serveHttp } from '../http/serve-http.ts'
import { serveStdio } from '../stdio/serve-stdio.ts'
import { createFolderJobStore } from './create-folder-job-store.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'jobs-'))
})
afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))

/** A server whose long tool ends when it is released. */
function createFixture() {
  const started = gate()
  const release = gate()
  const develop = defineTool({
    name: 'develop',
    summary: 'Develop a film.',
    output: z.object({ developed: z.boolean() }),
    effect: 'read',
    long: true,
    async run() {
      started.open()
      await release.passed
      return ok({ developed: true })
    },
  })
  const init = { name: 'lab', version: '1.0.0', tools: [develop], log: silentLog, env: {} }
  return { server: defineServer({ ...init, jobs: createJobs({ folder }) }), started, release }
}

type Fixture = ReturnType<typeof createFixture>

/** Leaves a job that nobody has begun, as a process that died does. */
async function leaveJob(): Promise<string> {
  const order = orderOf('left', { tool: 'develop', owner: 'anyone' })
  const queue = { isLocal: true, async push() {}, async work() {}, async close() {} }
  const engine = createJobEngine({ store: createFolderJobStore(folder), queue })
  await engine.start(order, hostOf(untilStopped))
  return order.id
}

interface Serving {
  close(): Promise<void>
}

const ways: Readonly<Record<string, (fixture: Fixture) => Promise<Serving>>> = {
  'over http': ({ server }) => serveHttp(server, { port: 0, closeMs: 5000 }),
  async 'over stdio'({ server }) {
    const [input, output] = [new PassThrough(), new PassThrough()]
    const ended = serveStdio(server, { input, output })
    return {
      async close() {
        input.end()
        await ended
      },
    }
  },
}

describe.each(Object.entries(ways))('a server that is served %s', (_, serve) => {
  it('lets a running job end before it is closed', async () => {
    const fixture = createFixture()
    const serving = await serve(fixture)
    const { server, started, release } = fixture
    const pending = await server.callByName('develop', {}, { waitMs: 0 })
    await started.passed
    let isClosed = false
    const closing = serving.close().then(() => {
      isClosed = true
    })
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(isClosed).toBe(false)
    release.open()
    await closing
    const id = findPending(pending)?.job_id ?? ''
    expect(await createJobs({ folder }).find(id)).toMatchObject({ state: 'completed' })
  })

  it('runs the jobs that an earlier process left', async () => {
    const id = await leaveJob()
    const fixture = createFixture()
    const serving = await serve(fixture)
    fixture.release.open()
    const { server } = fixture
    const state = async () => (await server.jobs?.find(id, { face: 'direct' }))?.state
    await expect.poll(state, { timeout: 10_000 }).toBe('completed')
    await serving.close()
  })
})

describe('a server that cannot be served', () => {
  it('leaves jobs alone if its port is taken', async () => {
    const id = await leaveJob()
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    // The cast names the address of a server that listens on a port.
    const { port } = other.address() as AddressInfo
    const { server, release } = createFixture()
    release.open()
    await expect(serveHttp(server, { port })).rejects.toThrow()
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(await server.jobs?.find(id, { face: 'direct' })).toMatchObject({ state: 'waiting' })
    other.close()
  })

  it('says so if its jobs cannot be run, and does not listen', async () => {
    const { server } = createFixture()
    const work = () => Promise.reject(new Error('the folder is gone'))
    const broken = { ...server, jobs: server.jobs && { ...server.jobs, work } }
    const port = await findFreePort()
    await expect(serveHttp(broken, { port })).rejects.toThrow('the folder is gone')
    await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow()
  })
})

async function findFreePort(): Promise<number> {
  const found = createServer().listen(0, '127.0.0.1')
  await once(found, 'listening')
  const { port } = found.address() as AddressInfo
  found.close()
  await once(found, 'close')
  return port
}
