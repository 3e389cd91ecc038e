import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { defineTool } from '../../define/tool.ts'
import { findPending } from '../../jobs/to-pending.ts'
import { silentLog } from '../../log/log.ts'
import { ok } from '../../outcome/outcome.ts'
import { defineServer } from '../../server.ts'

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

const develop = defineTool({
  name: 'develop',
  summary: 'Develop a film.',
  input: z.object({ frames: z.int().min(1).max(99), ms: z.int().default(0) }),
  output: z.object({ developed: z.int() }),
  effect: 'write',
  long: { maxMs: 2000 },
  async run({ frames, ms }, call) {
    for (let frame = 1; frame <= frames; frame++) {
      call.progress(frame, frames)
      await wait(ms)
      call.signal.throwIfAborted()
    }
    return ok({ developed: frames })
  },
})

const createServer = () =>
  defineServer({ name: 'lab', version: '1.0.0', tools: [develop], log: silentLog })

describe('a long tool in process', () => {
  it('gives its answer, and its progress on the way', async () => {
    const seen: number[] = []
    const onProgress = ({ done }: { readonly done: number }) => seen.push(done)
    const outcome = await createServer().callByName('develop', { frames: 3 }, { onProgress })
    expect(outcome).toMatchObject({ ok: true, data: { developed: 3 } })
    expect(seen.at(-1)).toBe(3)
  })

  it('refuses bad arguments before there is a job', async () => {
    const outcome = await createServer().callByName('develop', { frames: 0 }, { waitMs: 0 })
    expect(outcome).toMatchObject({ ok: false, problems: [{ path: 'frames' }] })
  })

  it('gives a handle to a caller that does not wait, who fetches the answer with it', async () => {
    const server = createServer()
    const pending = await server.callByName('develop', { frames: 2, ms: 50 }, { waitMs: 10 })
    expect(pending).toMatchObject({
      ok: true,
      data: { job_id: expect.any(String), tool: 'develop' },
      notes: { next: [{ tool: 'get_result' }], instruction: expect.stringContaining('get_result') },
    })
    const { job_id } = pending.data as { job_id: string }
    expect(await server.callByName('get_result', { job_id })).toMatchObject({
      ok: true,
      data: { developed: 2 },
    })
    expect(await server.callByName('get_result', { job_id })).toMatchObject({
      data: { developed: 2 },
    })
  })

  it('gives the handle at once to a caller that does not wait, and asks it nothing', async () => {
    const choose = defineTool({
      name: 'choose',
      summary: 'Ask which film.',
      output: z.object({ film: z.string() }),
      effect: 'read',
      interactive: true,
      long: true,
      run: (_, call) =>
        ok(call.ask('which', { message: 'Which?', schema: z.object({ film: z.string() }) })),
    })
    const server = defineServer({ name: 'lab', version: '1.0.0', tools: [choose], log: silentLog })
    const ask = () => {
      throw new Error('nobody is there')
    }
    const conversation = { answers: {}, state: undefined, capabilities: { elicitation: {} }, ask }
    const options = { waitMs: 0, conversation }
    const pending = await server.callByName('choose', {}, options)
    const id = findPending(pending)?.job_id ?? ''
    const holder = { face: 'direct' } as const
    await expect.poll(async () => (await server.jobs?.find(id, holder))?.state).toBe('asking')
    const job = await server.jobs?.find(id, holder)
    const answer = { action: 'accept', content: { film: 'colour' } }
    expect(job && (await server.jobs?.answer(job, { which: answer }))).toBe(true)
    expect(await server.callByName('get_result', { job_id: id })).toMatchObject({
      data: { film: 'colour' },
    })
  })

  it('waits for get_result no longer than its caller does', async () => {
    const server = createServer()
    const pending = await server.callByName('develop', { frames: 50, ms: 20 }, { waitMs: 0 })
    const job_id = findPending(pending)?.job_id
    const options = { waitMs: 10 }
    expect(
      await server.callByName('get_result', { job_id, wait_seconds: 45 }, options),
    ).toMatchObject({ ok: true, data: { job_id, state: 'running' } })
    await server.callByName('get_result', { job_id, cancel: true })
  })

  it('stops when its handle is cancelled, and says so', async () => {
    const server = createServer()
    const pending = await server.callByName('develop', { frames: 50, ms: 20 }, { waitMs: 30 })
    const { job_id } = pending.data as { job_id: string }
    const cancelled = { ok: true, data: { job_id, tool: 'develop', state: 'cancelled' } }
    const stop = { job_id, cancel: true }
    expect(await server.callByName('get_result', stop)).toMatchObject(cancelled)
    expect(await server.callByName('get_result', stop)).toMatchObject(cancelled)
    expect(await server.callByName('get_result', { job_id })).toMatchObject({
      ok: false,
      problems: [{ message: 'The caller cancelled the call.' }],
    })
  })

  it('keeps its answer if it is cancelled too late', async () => {
    const server = createServer()
    const pending = await server.callByName('develop', { frames: 1, ms: 30 }, { waitMs: 0 })
    const { job_id } = pending.data as { job_id: string }
    await server.callByName('get_result', { job_id })
    expect(await server.callByName('get_result', { job_id, cancel: true })).toMatchObject({
      ok: true,
      data: { job_id, state: 'completed' },
      notes: { next: [{ tool: 'get_result', args: { job_id } }] },
    })
    expect(await server.callByName('get_result', { job_id })).toMatchObject({
      data: { developed: 1 },
    })
  })

  it('goes on when its caller goes away, if the caller can come back with its key', async () => {
    const server = createServer()
    const controller = new AbortController()
    const args = { frames: 3, ms: 20 }
    const calling = server.callByName('develop', args, {
      signal: controller.signal,
      idempotencyKey: 'film-1',
    })
    await wait(10)
    controller.abort()
    expect(await calling).toMatchObject({ ok: false })
    expect(await server.callByName('develop', args, { idempotencyKey: 'film-1' })).toMatchObject({
      ok: true,
      data: { developed: 3 },
    })
  })

  it('can be fetched for longer than other calls of the server may take', async () => {
    const limits = { timeoutMs: 50 }
    const init = { name: 'lab', version: '1.0.0', tools: [develop], log: silentLog, limits }
    const server = defineServer(init)
    const pending = await server.callByName('develop', { frames: 3, ms: 50 }, { waitMs: 0 })
    const { job_id } = pending.data as { job_id: string }
    expect(await server.callByName('get_result', { job_id })).toMatchObject({
      data: { developed: 3 },
    })
  })

  it('stops when its caller goes away before there is a handle', async () => {
    const server = createServer()
    const controller = new AbortController()
    const calling = server.callByName(
      'develop',
      { frames: 50, ms: 20 },
      { signal: controller.signal },
    )
    await wait(30)
    controller.abort()
    expect(await calling).toMatchObject({ ok: false })
  })

  it('logs to the log of its call', async () => {
    const lines: string[] = []
    const log = { ...silentLog, info: (message: string) => lines.push(message) }
    await createServer().callByName('develop', { frames: 1, ms: 150 }, { log })
    expect(lines).toContain('the job of develop has ended')
  })

  it('has its own time limit', async () => {
    const outcome = await createServer().callByName('develop', { frames: 99, ms: 50 })
    expect(outcome).toMatchObject({
      ok: false,
      problems: [{ message: "'develop' did not end within 2000 ms." }],
    })
  })

  it('keeps the routes of its job for itself', () => {
    const close = defineTool({
      name: 'close_job',
      summary: 'Close a job offer.',
      input: z.object({ id: z.string() }),
      output: z.object({}),
      effect: 'write',
      rest: { method: 'DELETE', path: '/jobs/:id' },
      run: () => ok({}),
    })
    expect(() => defineServer({ name: 'lab', version: '1.0.0', tools: [develop, close] })).toThrow(
      'two tools declare the route DELETE /jobs/:',
    )
  })

  it('shows no job of another caller', async () => {
    const server = createServer()
    const ada = { id: 'ada', scopes: [] }
    const eve = { id: 'eve', scopes: [] }
    const pending = await server.callByName(
      'develop',
      { frames: 1, ms: 50 },
      { waitMs: 0, caller: ada },
    )
    const { job_id } = pending.data as { job_id: string }
    expect(await server.callByName('get_result', { job_id }, { caller: eve })).toMatchObject({
      ok: false,
      problems: [{ code: 'NOT_FOUND' }],
    })
    expect(await server.callByName('get_result', { job_id }, { caller: ada })).toMatchObject({
      ok: true,
    })
  })
})

describe('a long tool that was begun in its call', () => {
  /** A tool that tells what it sees of its call. */
  function createWatched() {
    const seen: { signal?: AbortSignal } = {}
    const expose = defineTool({
      name: 'expose',
      summary: 'Expose a film.',
      input: z.object({ ms: z.int(), checkpoint: z.boolean().default(false) }),
      output: z.object({ ms: z.int() }),
      effect: 'write',
      long: { maxMs: 400 },
      async run({ ms, checkpoint }, call) {
        seen.signal = call.signal
        if (checkpoint) await call.checkpoint({ ms })
        await wait(ms)
        return ok({ ms })
      },
    })
    const server = defineServer({ name: 'lab', version: '1.0.0', tools: [expose], log: silentLog })
    return { server, seen }
  }

  it('is not kept if it ends soon', async () => {
    const { server } = createWatched()
    expect(await server.callByName('expose', { ms: 1 })).toMatchObject({ data: { ms: 1 } })
    expect(await server.jobs?.list({ face: 'direct' }, 10)).toEqual([])
  })

  it('is a job when it takes long, and as soon as it keeps its state', async () => {
    const { server } = createWatched()
    const calls = [server.callByName('expose', { ms: 200 })]
    calls.push(server.callByName('expose', { ms: 10, checkpoint: true }))
    await Promise.all(calls)
    expect(await server.jobs?.list({ face: 'direct' }, 10)).toHaveLength(2)
  })

  it('hears when its time is up, and when its caller goes away', async () => {
    const late = createWatched()
    await late.server.callByName('expose', { ms: 800 })
    expect(late.seen.signal?.aborted).toBe(true)
    for (const afterMs of [20, 200]) {
      const left = createWatched()
      const signal = AbortSignal.timeout(afterMs)
      await left.server.callByName('expose', { ms: 350 }, { signal })
      await expect.poll(() => left.seen.signal?.aborted).toBe(true)
    }
  })

  it('does not hear of the end of its call once its caller has the handle', async () => {
    const { server, seen } = createWatched()
    const handle = await server.callByName('expose', { ms: 300 }, { waitMs: 0 })
    const { job_id } = handle.data as { job_id: string }
    expect(await server.callByName('get_result', { job_id })).toMatchObject({ data: { ms: 300 } })
    expect(seen.signal?.aborted).toBe(false)
  })
})
