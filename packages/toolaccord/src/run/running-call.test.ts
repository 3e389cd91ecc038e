import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod'
import type { CallOptions } from '../define/call.ts'
import type { CompiledTool } from '../define/compiled-tool.ts'
import { defineTool } from '../define/tool.ts'
import { type Logger, silentLog } from '../log/log.ts'
import { failure } from '../outcome/failure.ts'
import { ok } from '../outcome/outcome.ts'
import { RunningCall, RunningRequest, changeRequest } from './running-call.ts'

const tool = defineTool({
  name: 'ping',
  summary: 'Answer.',
  output: z.object({}),
  effect: 'read',
  run: () => ok({}),
})
const found: CompiledTool = { tool, calledAs: 'ping', inputSchema: {}, outputSchema: {} }

const createRequest = (options: CallOptions = {}, log: Logger = silentLog) =>
  new RunningRequest(
    {
      id: 'r1',
      found,
      args: {},
      timeoutMs: 50,
      log,
      onProgress: () => {},
      refuse: () => failure('refused'),
      kindOf: () => 'internal',
    },
    options,
  )

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('the deadline of a running request', () => {
  it('starts when it is first needed, and counts from the beginning all the same', async () => {
    vi.advanceTimersByTime(1_000)
    const request = createRequest()
    vi.advanceTimersByTime(20)
    expect(vi.getTimerCount()).toBe(0)
    const { ended, signal } = request.startDeadline()
    vi.advanceTimersByTime(29)
    expect(signal.aborted).toBe(false)
    vi.advanceTimersByTime(1)
    expect(await ended).toBe('timeout')
    expect(signal.reason).toMatchObject({ message: 'Over the time limit of 50 ms' })
  })

  it('starts once', () => {
    const request = createRequest()
    expect(request.startDeadline()).toBe(request.startDeadline())
    expect(vi.getTimerCount()).toBe(1)
    request.end()
    expect(vi.getTimerCount()).toBe(0)
  })

  it('leaves no timer behind if the signal is read after the end', () => {
    const request = createRequest()
    request.end()
    expect(request.signal.aborted).toBe(false)
    expect(vi.getTimerCount()).toBe(0)
  })
})

describe('a request with some of it changed', () => {
  it('keeps everything else, and makes no signal until it is read', () => {
    const request = createRequest()
    const changed = changeRequest(request, { args: { id: 'n1' } })
    expect(changed).toMatchObject({ id: 'r1', tool, calledAs: 'ping', args: { id: 'n1' } })
    expect(vi.getTimerCount()).toBe(0)
    expect(changed.signal).toBe(request.signal)
  })

  it('takes the signal of the changes', () => {
    const { signal } = new AbortController()
    const request = createRequest()
    expect(changeRequest(request, { signal }).signal).toBe(signal)
    expect(changeRequest(changeRequest(request, { signal }), { args: {} }).signal).toBe(signal)
  })

  it('keeps its signal if it is copied', () => {
    const request = createRequest()
    const changed = changeRequest(request, { args: {} })
    expect({ ...changed }.signal).toBe(request.signal)
  })
})

describe('the call that a tool sees', () => {
  it('has what the face said about the caller', () => {
    const caller = { id: 'ada', scopes: [] }
    const conversation = {
      answers: { name: 'Ada' },
      state: 5,
      capabilities: { roots: {} },
      ask: () => expect.unreachable(),
    }
    const call = new RunningCall(createRequest({ caller, conversation }))
    expect(call.caller).toBe(caller)
    expect(call.capabilities).toEqual({ roots: {} })
  })

  it('names itself in the lines of its tool, which may name something else', () => {
    const lines: unknown[][] = []
    const warn = (...line: unknown[]) => lines.push(line)
    const call = new RunningCall(createRequest({}, { ...silentLog, warn }))
    call.log.warn('Slow.', { ms: 7 })
    call.log.warn('Odd.', { tool: 'of my own' })
    expect(lines).toEqual([
      ['Slow.', { id: 'r1', tool: 'ping', ms: 7 }],
      ['Odd.', { id: 'r1', tool: 'of my own' }],
    ])
  })

  it('logs the cause of a failure, and nothing if it has none', () => {
    const lines: unknown[][] = []
    const log = { ...silentLog, debug: (...line: unknown[]) => lines.push(line) }
    const { fail } = new RunningCall(createRequest({}, log))
    const cause = new Error('disk full')
    expect(() => fail('gone', { message: 'Gone.' })).toThrow()
    expect(lines).toEqual([])
    expect(() => fail('gone', { cause })).toThrow()
    expect(lines).toEqual([['tool ping fails with gone', { id: 'r1', cause }]])
  })
})
