import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { Redis } from 'ioredis'
import { Pool } from 'pg'
import { type Server, defineServer, defineTool, ok } from 'toolaccord'
import { createBullmqJobs } from 'toolaccord/bullmq'
import { type JobEngine, createJobs } from 'toolaccord/jobs'
import { serveHttp } from 'toolaccord/node'
import { createPgBossJobs } from 'toolaccord/pg-boss'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { runCommand } from '../packages/toolaccord/test/run-command.ts'
import { type Service, startPostgres, startRedis } from '../packages/toolaccord/test/services.ts'
import { clientInfo } from './fixtures/mcp-connections.ts'

/** What a test has opened, to be closed after it, the last first. */
const open: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close()
})

const pids: number[] = []

const develop = defineTool({
  name: 'develop',
  summary: 'Develop a film.',
  input: z.object({ frames: z.int(), ms: z.int().default(0) }),
  output: z.object({ developed: z.int() }),
  effect: 'write',
  long: { repeatable: true },
  async run({ frames, ms }, call) {
    for (let frame = 1; frame <= frames; frame++) {
      call.progress(frame, frames)
      await new Promise((resolve) => setTimeout(resolve, ms))
    }
    return ok({ developed: frames })
  },
})

const enlarge = defineTool({
  name: 'enlarge',
  summary: 'Enlarge a frame in a process of its own.',
  output: z.object({}),
  effect: 'write',
  long: true,
  async run(_, call) {
    const child = spawn('sleep', ['600'], { signal: call.signal })
    child.on('error', () => {})
    pids.push(child.pid ?? 0)
    await once(child, 'exit')
    return ok({})
  },
})

/** True if a process of this id runs. */
function isAlive(pid: number | undefined): boolean {
  try {
    return pid !== undefined && process.kill(pid, 0)
  } catch {
    return false
  }
}

interface Subject {
  readonly name: string
  /** The program that keeps jobs; undefined if they are files. */
  readonly service: Service | undefined
  readonly isMissing: boolean
  createEngine(): JobEngine
}

const folder = await mkdtemp(join(tmpdir(), 'jobs-'))
const redis = await startRedis()
const postgres = await startPostgres()
afterAll(async () => {
  await Promise.all([redis?.stop(), postgres?.stop()])
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
})

const subjects: readonly Subject[] = [
  {
    name: 'a folder',
    service: undefined,
    isMissing: false,
    createEngine: () => createJobs({ folder }),
  },
  {
    name: 'Redis',
    service: redis,
    isMissing: redis === undefined,
    createEngine() {
      const client = new Redis(redis?.url ?? '', { maxRetriesPerRequest: 0 }).on('error', () => {})
      open.push(async () => client.disconnect())
      return createBullmqJobs({ client })
    },
  },
  {
    name: 'PostgreSQL',
    service: postgres,
    isMissing: postgres === undefined,
    createEngine() {
      const pool = new Pool({ connectionString: postgres?.url, max: 4 }).on('error', () => {})
      open.push(() => pool.end())
      return createPgBossJobs({ pool })
    },
  },
]

interface Process {
  readonly server: Server
  readonly url: string
  close(): Promise<void>
}

/** Serves as another process would, with an engine of its own. */
async function startProcess({ createEngine }: Subject): Promise<Process> {
  const tools = [develop, enlarge]
  const server: Server = defineServer({ name: 'lab', version: '1', tools, jobs: createEngine() })
  const http = await serveHttp(server, { port: 0, closeMs: 500, mcp: { waitMs: 200 } })
  // A queue is worked on by workers; this process is one.
  await server.jobs?.work()
  open.push(() => http.close())
  return { server, url: http.url, close: () => http.close() }
}

const args = { frames: 4, ms: 250 }

/** A way to come back to a job. */
interface Way {
  /** The answer of a job, with the progress that was told meanwhile. */
  fetch(on: Process, id: string): Promise<{ data: unknown; progress: readonly number[] }>
  cancel(on: Process, id: string): Promise<unknown>
}

const direct: Way = {
  async fetch({ server }, job_id) {
    const progress: number[] = []
    const onProgress = ({ done }: { readonly done: number }) => progress.push(done)
    const { data } = await server.callByName('get_result', { job_id }, { onProgress })
    return { data, progress }
  },
  cancel: ({ server }, job_id) => server.callByName('get_result', { job_id, cancel: true }),
}

const rest: Way = {
  async fetch({ url }, id) {
    const headers = { Accept: 'text/event-stream' }
    const events = await (await fetch(`${url}/jobs/${id}`, { headers })).text()
    const told = [...events.matchAll(/^data: (.*)$/gm)].map(([, text]) => text ?? 'null')
    // The cast names what progress and the last event hold.
    const parsed = told.map((text) => JSON.parse(text) as { done?: number; data?: unknown })
    return { data: parsed.at(-1)?.data, progress: parsed.flatMap(({ done }) => done ?? []) }
  },
  cancel: ({ url }, id) => fetch(`${url}/jobs/${id}`, { method: 'DELETE' }),
}

async function connect({ url }: Process): Promise<Client> {
  const client = new Client(clientInfo)
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`)))
  open.push(() => client.close())
  return client
}

const mcp: Way = {
  async fetch(on, job_id) {
    const client = await connect(on)
    const progress: number[] = []
    const onprogress = (told: { progress: number }) => progress.push(Math.round(told.progress))
    for (;;) {
      const call = { name: 'get_result', arguments: { job_id } }
      const { structuredContent } = await client.callTool(call, { onprogress })
      // The cast names the envelope of the server.
      const { data } = structuredContent as { data: { job_id?: string } }
      if (data.job_id === undefined) return { data, progress }
    }
  },
  async cancel(on, job_id) {
    const client = await connect(on)
    return client.callTool({ name: 'get_result', arguments: { job_id, cancel: true } })
  },
}

const cli: Way = {
  async fetch({ server }, id) {
    const { out, err } = await runCommand(server, ['jobs', 'wait', id, '--json'])
    const events = err.split('\n').filter((line) => line.startsWith('{'))
    // The casts name what the command documents.
    const told = events.map((line) => JSON.parse(line) as { event: string; done?: number })
    const progress = told.flatMap(({ event, done }) => (event === 'progress' ? (done ?? []) : []))
    return { data: (JSON.parse(out) as { data: unknown }).data, progress }
  },
  cancel: ({ server }, id) => runCommand(server, ['jobs', 'cancel', id, '--json']),
}

const ways = { direct, rest, mcp, cli }

async function start({ server }: Process, tool: string, given: object): Promise<string> {
  const handle = await server.callByName(tool, given, { waitMs: 0 })
  // The cast names the data of a handle.
  return (handle.data as { job_id: string }).job_id
}

describe.each(subjects)('a job in $name', { timeout: 60_000 }, (subject) => {
  describe.skipIf(subject.isMissing).each(Object.entries(ways))('by %s', (_, way) => {
    it('has one answer, and tells its progress in order', async () => {
      const on = await startProcess(subject)
      const { data, progress } = await way.fetch(on, await start(on, 'develop', args))
      expect(data).toEqual({ developed: 4 })
      expect(progress.at(-1)).toBe(4)
      expect(progress).toEqual(progress.toSorted((a, b) => a - b))
    })

    it('stops when it is cancelled: its own process is gone', async () => {
      const on = await startProcess(subject)
      const known = pids.length
      const id = await start(on, 'enlarge', {})
      await expect.poll(() => isAlive(pids[known]), { timeout: 20_000 }).toBe(true)
      await way.cancel(on, id)
      await expect.poll(() => isAlive(pids[known]), { timeout: 20_000 }).toBe(false)
      await expect
        .poll(async () => (await on.server.jobs?.find(id, { face: 'direct' }))?.state)
        .toBe('cancelled')
    })

    it('is found again after a restart of the server and of the engine', async () => {
      const first = await startProcess(subject)
      const id = await start(first, 'develop', { frames: 2, ms: 10 })
      await direct.fetch(first, id)
      await first.close()
      await subject.service?.restart(100)
      const second = await startProcess(subject)
      expect((await way.fetch(second, id)).data).toEqual({ developed: 2 })
    })
  })
})
