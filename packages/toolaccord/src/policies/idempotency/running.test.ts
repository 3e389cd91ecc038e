import { afterEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod'
import type { CallOptions } from '../../define/call.ts'
import { defineTool } from '../../define/tool.ts'
import { silentLog } from '../../log/log.ts'
import { type Outcome, ok } from '../../outcome/outcome.ts'
import { defineServer } from '../../server.ts'
import { createMemoryStore } from '../../stores/create-memory-store.ts'
import type { Store } from '../../stores/store.ts'
import { type IdempotencyOptions, createIdempotency } from './create-idempotency.ts'

/**
 * A server, as one process has it, whose tool runs until the test ends it; `started` waits for a
 * number of runs to have begun.
 */
function processOf(options: IdempotencyOptions = {}, timeoutMs?: number) {
  const runs: ((text: string) => void)[] = []
  const errors: unknown[] = []
  const send = defineTool({
    name: 'send',
    summary: 'Send a message.',
    input: z.object({ text: z.string().default('') }),
    output: z.object({ text: z.string() }),
    effect: 'write',
    codes: ['UNAVAILABLE'],
    timeoutMs,
    async run(_, call) {
      const text = await new Promise<string>((resolve) => {
        runs.push(resolve)
      })
      return text === 'away' ? call.fail('UNAVAILABLE') : ok({ text })
    },
  })
  const note = (line: string) => {
    errors.push(line)
  }
  const log = { ...silentLog, warn: note, error: note }
  const server = defineServer({
    name: 'post',
    version: '1',
    tools: [send],
    log,
    policies: [createIdempotency(options)],
  })
  const call = (text = '', options: CallOptions = {}) =>
    server.call('send', { text }, { idempotencyKey: 'k1', ...options })
  const end = (run: number, text: string) => runs[run]?.(text)
  const started = async (count: number) => {
    while (runs.length < count) await settle()
  }
  return { call, end, runs, started, errors }
}

/**
 * Lets everything go on that can; hashing is done by another thread, so it takes more than one
 * turn.
 */
const settle = async () => {
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve))
  await crypto.subtle.digest('SHA-256', new Uint8Array(1))
}

const isReplay = ({ notes }: Outcome) =>
  notes.warnings?.some(({ code }) => code === 'IDEMPOTENT_REPLAY') ?? false
const running = {
  ok: false,
  problems: [
    {
      code: 'CONFLICT',
      message:
        "A call of 'send' under the idempotency key 'k1' has begun and is not known to have ended.",
    },
  ],
}

describe('a call under a key whose first call still runs', () => {
  it('waits for it in the same process, and gets its outcome', async () => {
    const { call, end, runs, started } = processOf()
    const calls = Array.from({ length: 5 }, () => call())
    await started(1)
    end(0, 'once')
    const outcomes = await Promise.all(calls)
    for (const outcome of outcomes)
      expect(outcome).toMatchObject({ ok: true, data: { text: 'once' } })
    expect(outcomes.filter(isReplay)).toHaveLength(4)
    expect(new Set(outcomes.map(({ notes }) => notes.requestId)).size).toBe(5)
    expect(runs).toHaveLength(1)
  })

  it('waits without asking the store again and again', async () => {
    const memory = createMemoryStore()
    const add = vi.fn(memory.add)
    const get = vi.fn(memory.get)
    const { call, end, started } = processOf({ store: { ...memory, add, get } })
    const calls = [call(), call(), call()]
    await started(1)
    await settle()
    end(0, 'once')
    await Promise.all(calls)
    expect([add.mock.calls.length, get.mock.calls.length]).toEqual([1, 0])
  })

  it('is refused at once when its arguments are others', async () => {
    const { call, end, started } = processOf()
    const first = call('a')
    await started(1)
    expect(await call('b')).toMatchObject({
      problems: [{ code: 'CONFLICT', path: 'idempotencyKey' }],
    })
    end(0, 'done')
    expect(await first).toMatchObject({ ok: true })
  })

  it('gets its outcome from the store although another asks at the same time', async () => {
    const memory = createMemoryStore()
    const slow: Store = {
      ...memory,
      async add(...entry) {
        await settle()
        return memory.add(...entry)
      },
    }
    const one = processOf({ store: memory })
    const two = processOf({ store: slow })
    const first = one.call('a')
    await one.started(1)
    one.end(0, 'done')
    await first
    for (const texts of [
      ['b', 'a'],
      ['a', 'b'],
    ]) {
      const outcomes = await Promise.all(texts.map((text) => two.call(text)))
      expect(outcomes.map(({ ok }) => ok)).toEqual(texts.map((text) => text === 'a'))
    }
  })

  it('is refused if that takes too long, and learns when to come back', async () => {
    const { call, end, started } = processOf({ waitMs: 5 })
    const first = call()
    await started(1)
    expect(await call()).toMatchObject({
      ...running,
      problems: [
        {
          ...running.problems[0],
          hint:
            'Wait 1 second and call again with the same key and arguments; ' +
            'wait longer each time.',
          details: { retry_after_seconds: 1 },
        },
      ],
      notes: { rateLimit: { retryAfterSeconds: 1 } },
    })
    end(0, 'done')
    expect(await first).toMatchObject({ ok: true })
  })

  it('is refused at once if another process has it, and gets its outcome later', async () => {
    const store = createMemoryStore()
    const one = processOf({ store })
    const two = processOf({ store })
    const first = one.call()
    await one.started(1)
    expect(await two.call()).toMatchObject(running)
    expect(await two.call('other')).toMatchObject({
      problems: [{ code: 'CONFLICT', path: 'idempotencyKey' }],
    })
    one.end(0, 'once')
    await first
    expect(await two.call()).toMatchObject({ ok: true, data: { text: 'once' } })
    expect(two.runs).toHaveLength(0)
  })

  it('runs itself when that fails in a way that may pass, and the others wait for it', async () => {
    const { call, end, runs, started } = processOf()
    const calls = [call(), call(), call()]
    await started(1)
    end(0, 'away')
    await started(2)
    end(1, 'second try')
    const outcomes = await Promise.all(calls)
    expect(
      outcomes.map((outcome) => (outcome.ok ? outcome.data.text : outcome.problems[0].code)).sort(),
    ).toEqual(['UNAVAILABLE', 'second try', 'second try'])
    expect(runs).toHaveLength(2)
  })

  it('does not run when its caller has gone meanwhile', async () => {
    const { call, end, runs, started } = processOf()
    const gone = new AbortController()
    const first = call()
    await started(1)
    const second = call('', { signal: gone.signal })
    await settle()
    gone.abort()
    expect(await second).toMatchObject({ problems: [{ code: 'CANCELLED' }] })
    end(0, 'away')
    await first
    await settle()
    expect(runs).toHaveLength(1)
  })
})

describe('a call whose caller goes while the store is asked', () => {
  it('does not run, and leaves the key free', async () => {
    const gone = new AbortController()
    const memory = createMemoryStore()
    const store: Store = {
      ...memory,
      add(...entry) {
        gone.abort()
        return memory.add(...entry)
      },
    }
    const { call, runs } = processOf({ store })
    expect(await call('', { signal: gone.signal })).toMatchObject({
      problems: [{ code: 'CANCELLED' }],
    })
    await settle()
    expect(runs).toHaveLength(0)
    const other = processOf({ store: memory })
    other.call()
    await other.started(1)
  })
})

describe('the hold on a key', () => {
  afterEach(() => {
    vi.useRealTimers()
  })

  const later = (ms: number) => vi.advanceTimersByTimeAsync(ms)
  const useClock = () => {
    vi.useFakeTimers({
      toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout', 'performance'],
    })
  }

  it('lasts as long as the call', async () => {
    useClock()
    const store = createMemoryStore()
    const one = processOf({ store }, 3_600_000)
    const two = processOf({ store })
    const first = one.call()
    await one.started(1)
    await later(1_000_000)
    expect(await two.call()).toMatchObject(running)
    one.end(0, 'at last')
    expect(await first).toMatchObject({ ok: true })
    await later(1_000_000)
    expect(await two.call()).toMatchObject({ data: { text: 'at last' } })
  })

  it('lasts although somebody sets the clock of the machine', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const { call, end, runs, started } = processOf({ waitMs: 0 })
    const first = call()
    await started(1)
    for (const hours of [25, -25]) {
      vi.setSystemTime(Date.now() + hours * 3_600_000)
      expect(await call()).toMatchObject(running)
    }
    end(0, 'once')
    await first
    vi.setSystemTime(Date.now() + 90_000_000)
    expect(await call()).toMatchObject({ data: { text: 'once' } })
    expect(runs).toHaveLength(1)
  })

  it('outlasts a call that timed out, and a retry gets the late outcome', async () => {
    useClock()
    const { call, end, runs, started } = processOf({}, 1000)
    const first = call()
    await started(1)
    await later(1000)
    expect(await first).toMatchObject({ problems: [{ code: 'TIMEOUT' }] })
    const second = call()
    await settle()
    end(0, 'late')
    expect(await second).toMatchObject({ ok: true, data: { text: 'late' } })
    expect(runs).toHaveLength(1)
  })

  it('ends a while after its process has died', async () => {
    useClock()
    const memory = createMemoryStore()
    let isAlive = true
    const dying: Store = {
      ...memory,
      set: async (...entry) => (isAlive ? memory.set(...entry) : undefined),
    }
    const one = processOf({ store: dying }, 3_600_000)
    const two = processOf({ store: memory })
    one.call()
    await one.started(1)
    isAlive = false
    await later(59_999)
    expect(await two.call()).toMatchObject(running)
    await later(1)
    two.call()
    await two.started(1)
  })

  it('ends a while after its call if the tool hangs, also in the same process', async () => {
    useClock()
    const { call, end, runs, started, errors } = processOf({}, 1000)
    const first = call()
    await started(1)
    await later(1000)
    expect(await first).toMatchObject({ problems: [{ code: 'TIMEOUT' }] })
    await later(60_000)
    const second = call()
    await started(2)
    end(0, 'far too late')
    await settle()
    const third = call()
    await settle()
    end(1, 'second')
    for (const outcome of await Promise.all([second, third, call()]))
      expect(outcome).toMatchObject({ data: { text: 'second' } })
    expect(runs).toHaveLength(2)
    expect(errors).toContain('the end of send could not be kept for its idempotency key')
  })

  it('that could not be renewed is logged, and renewed next time', async () => {
    useClock()
    const memory = createMemoryStore()
    const set = vi.fn(memory.set).mockRejectedValueOnce(new Error('away'))
    const one = processOf({ store: { ...memory, set } }, 3_600_000)
    const two = processOf({ store: memory })
    one.call()
    await one.started(1)
    await later(100_000)
    expect(one.errors).toEqual(['the hold on an idempotency key could not be renewed'])
    expect(await two.call()).toMatchObject(running)
  })

  it.each(['done', 'away'])('that was lost to another process stays with that: %s', async (end) => {
    useClock()
    const memory = createMemoryStore()
    let isAway = true
    const set: Store['set'] = async (...entry) =>
      isAway ? Promise.reject(new Error('away')) : memory.set(...entry)
    const one = processOf({ store: { ...memory, set } }, 3_600_000)
    const two = processOf({ store: memory })
    const first = one.call()
    await one.started(1)
    await later(60_000)
    const second = two.call()
    await two.started(1)
    two.end(0, 'second')
    await second
    isAway = false
    await later(60_000)
    one.end(0, end)
    await first
    expect(await two.call()).toMatchObject({ ok: true, data: { text: 'second' } })
  })

  it('is renewed no more when the outcome is there, however slow the store', async () => {
    useClock()
    const memory = createMemoryStore()
    let goOn = () => {}
    const slow = new Promise<void>((resolve) => {
      goOn = resolve
    })
    const set = vi.fn(memory.set).mockImplementationOnce(async (...entry) => {
      await slow
      return memory.set(...entry)
    })
    const one = processOf({ store: { ...memory, set } })
    const first = one.call()
    await one.started(1)
    await later(20_000)
    one.end(0, 'once')
    await settle()
    goOn()
    await first
    expect(set).toHaveBeenCalledTimes(2)
    expect(await processOf({ store: memory }).call()).toMatchObject({ data: { text: 'once' } })
  })
})
