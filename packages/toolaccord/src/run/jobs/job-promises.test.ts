import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { ArchiveError } from '../../archive/archive-error.ts'
import { createMemoryArchive } from '../../archive/create-memory-archive.ts'
import type { CallOptions } from '../../define/call.ts'
import { Asked, type Conversation } from '../../define/questions/conversation.ts'
import { defineTool } from '../../define/tool.ts'
import { createJobEngine } from '../../jobs/engine/create-job-engine.ts'
import { createLocalQueue } from '../../jobs/engine/create-local-queue.ts'
import { createMemoryJobStore } from '../../jobs/engine/create-memory-job-store.ts'
import { silentLog } from '../../log/log.ts'
import { type Outcome, ok } from '../../outcome/outcome.ts'
import { createIdempotency } from '../../policies/idempotency/create-idempotency.ts'
import { type Server, defineServer } from '../../server.ts'

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

function createLab() {
  const ran: string[] = []
  const burn = defineTool({
    name: 'burn',
    summary: 'Burn a film for good.',
    input: z.object({ film: z.string() }),
    output: z.object({ burnt: z.string() }),
    effect: 'destroy',
    long: true,
    scopes: ['films:burn'],
    async run({ film }) {
      ran.push(film)
      await wait(30)
      return ok({ burnt: film })
    },
  })
  const scan = defineTool({
    name: 'scan',
    summary: 'Scan a film.',
    input: z.object({ film: z.string(), length: z.int().default(1) }),
    output: z.object({ text: z.string() }),
    effect: 'write',
    long: true,
    async run({ film, length }) {
      ran.push(film)
      await wait(30)
      return ok({ text: film.repeat(length) })
    },
  })
  const archive = createMemoryArchive()
  const jobs = createJobEngine({
    store: createMemoryJobStore(),
    queue: createLocalQueue({ concurrency: 4, concurrencyPerCaller: 4 }),
    archive,
  })
  const server = defineServer({
    name: 'lab',
    version: '1.0.0',
    tools: [burn, scan],
    policies: [createIdempotency()],
    jobs,
    log: silentLog,
  })
  return { server, ran, archive, jobs }
}

const idOf = ({ data }: Outcome) => (data as { readonly job_id: string }).job_id

async function fetchResult(server: Server, job_id: string, options: CallOptions = {}) {
  return server.callByName('get_result', { job_id }, options)
}

describe('the promises of a server hold for its jobs', () => {
  it('consent comes before the job, and its code is good once', async () => {
    const { server, ran } = createLab()
    const refused = await server.callByName('burn', { film: 'f1' }, { waitMs: 0 })
    if (refused.ok) throw new Error('it ran without consent')
    expect(ran).toEqual([])
    const { explicit_action } = refused.problems[0].details ?? {}
    const agreed = { film: 'f1', explicit_action }
    const handle = await server.callByName('burn', agreed, { waitMs: 0 })
    expect(await fetchResult(server, idOf(handle))).toMatchObject({ data: { burnt: 'f1' } })
    const again = await server.callByName('burn', agreed, { waitMs: 0 })
    expect(again).toMatchObject({ ok: false, problems: [{ code: 'CONSENT_REQUIRED' }] })
    expect(ran).toEqual(['f1'])
  })

  it('scopes are asked for when a job starts, and when it is fetched', async () => {
    const { server } = createLab()
    const may = { id: 'ada', scopes: ['films:burn'] }
    const mayNot = { id: 'ada', scopes: [] }
    const options = { waitMs: 0, face: 'rest', consent: 'granted' } as const
    const refused = await server.callByName('burn', { film: 'f' }, { ...options, caller: mayNot })
    expect(refused.ok).toBe(false)
    const handle = await server.callByName('burn', { film: 'f' }, { ...options, caller: may })
    const job = idOf(handle)
    expect(await fetchResult(server, job, { face: 'rest', caller: mayNot })).toMatchObject({
      ok: false,
    })
    expect(await fetchResult(server, job, { face: 'rest', caller: may })).toMatchObject({
      ok: true,
    })
  })

  it('a key gives the same job again, and is refused with other arguments', async () => {
    const { server, ran } = createLab()
    const options = { idempotencyKey: 'k1', waitMs: 0 }
    const first = await server.callByName('scan', { film: 'a' }, options)
    const second = await server.callByName('scan', { film: 'a' }, options)
    expect(idOf(second)).toBe(idOf(first))
    expect(await server.callByName('scan', { film: 'b' }, options)).toMatchObject({ ok: false })
    const ended = await server.callByName('scan', { film: 'a' }, { idempotencyKey: 'k1' })
    expect(ended).toMatchObject({ ok: true, data: { text: 'a' } })
    expect(ran).toEqual(['a'])
  })

  it('a large answer is in the archive, for its owner', async () => {
    const { server, archive, jobs } = createLab()
    const ada = { id: 'ada', scopes: [] }
    const args = { film: 'x', length: 100_000 }
    const handle = await server.callByName('scan', args, { waitMs: 0, caller: ada })
    const outcome = await fetchResult(server, idOf(handle), { caller: ada })
    expect(outcome).toMatchObject({ ok: true, data: { text: 'x'.repeat(100_000) } })
    const job = await jobs.find(idOf(handle))
    expect(job).not.toHaveProperty('outcome')
    expect(await archive.has(job?.archived ?? '', { owner: 'caller:ada' })).toBe(true)
  })

  it('an answer that cannot be kept says that the work is done', async () => {
    const { server, archive, jobs } = createLab()
    archive.put = () => Promise.reject(new ArchiveError('too_large', 'It is full.'))
    const args = { film: 'x', length: 100_000 }
    const handle = await server.callByName('scan', args, { waitMs: 0 })
    const outcome = await fetchResult(server, idOf(handle))
    expect(outcome).toMatchObject({
      ok: false,
      problems: [{ message: expect.stringContaining("'scan' has done its work") }],
    })
    expect(await jobs.find(idOf(handle))).toMatchObject({ state: 'completed', attempts: 1 })
  })

  it('are shared by the same server with fewer tools', async () => {
    const { server } = createLab()
    const handle = await server.callByName('scan', { film: 'a' }, { waitMs: 0 })
    const fewer = server.only(['scan'])
    expect(await fetchResult(fewer, idOf(handle))).toMatchObject({ data: { text: 'a' } })
  })
})

describe('a job that asks', () => {
  const mix = defineTool({
    name: 'mix',
    summary: 'Mix a colour.',
    output: z.object({ colour: z.string() }),
    effect: 'read',
    long: true,
    interactive: true,
    async run(_, call) {
      const schema = z.object({ colour: z.string() })
      const { colour } = call.ask('colour', { type: 'form', message: 'Which?', schema })
      return ok({ colour })
    },
  })

  /** A conversation of one round. */
  function talk(state?: unknown, answers = {}) {
    const asked: { questions?: object; state?: unknown } = {}
    const conversation: Conversation = {
      answers,
      state,
      capabilities: { elicitation: {} },
      ask(questions, next) {
        Object.assign(asked, { questions, state: next })
        throw new Asked()
      },
    }
    return { conversation, asked }
  }

  it('asks whoever waits, and goes on in the next round of the same call', async () => {
    const server = defineServer({ name: 'lab', version: '1', tools: [mix], log: silentLog })
    const first = talk()
    await server.callByName('mix', {}, { conversation: first.conversation })
    expect(first.asked.questions).toHaveProperty('colour')
    const answer = { action: 'accept', content: { colour: 'red' } }
    const second = talk(first.asked.state, { colour: answer })
    const outcome = await server.callByName('mix', {}, { conversation: second.conversation })
    expect(outcome).toMatchObject({ ok: true, data: { colour: 'red' } })
  })

  it('fails for a caller that cannot be asked', async () => {
    const server = defineServer({ name: 'lab', version: '1', tools: [mix], log: silentLog })
    expect(await server.callByName('mix')).toMatchObject({ ok: false })
  })
})
