import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod'
import { defineTool } from '../define/tool.ts'
import { ok } from '../outcome/outcome.ts'
import { defineServer } from '../server.ts'
import { createDefaultLog } from './create-default-log.ts'
import { silentLog } from './log.ts'

const written: string[] = []

beforeEach(() => {
  written.length = 0
  vi.spyOn(console, 'error').mockImplementation((line: string) => {
    written.push(line)
  })
  vi.spyOn(console, 'log').mockImplementation(() => expect.unreachable('stdout is not for logs'))
})
afterEach(() => vi.restoreAllMocks())

const read = () => written.map((line) => JSON.parse(line) as Record<string, unknown>)

describe('createDefaultLog', () => {
  it('writes warnings and errors to stderr, with their time', () => {
    const log = createDefaultLog({})
    for (const level of ['trace', 'debug', 'info', 'warn', 'error'] as const) log[level](level)
    expect(read()).toEqual([
      { level: 'warn', message: 'warn', time: expect.stringMatching(/^\d{4}-.*Z$/) },
      { level: 'error', message: 'error', time: expect.any(String) },
    ])
  })

  it('takes its level from the environment, and refuses one that is not a level', () => {
    createDefaultLog({ TOOLACCORD_LOG_LEVEL: 'Trace' }).trace('x')
    createDefaultLog({ TOOLACCORD_LOG_LEVEL: 'silent' }).error('y')
    expect(read()).toMatchObject([{ level: 'trace', message: 'x' }])
    expect(() => createDefaultLog({ TOOLACCORD_LOG_LEVEL: 'loud' })).toThrow(
      "TOOLACCORD_LOG_LEVEL is 'loud', which is not a log level.",
    )
  })

  it('knows if anybody asked for it', () => {
    expect(createDefaultLog({}).isAsked).toBe(false)
    expect(createDefaultLog({ TOOLACCORD_LOG_LEVEL: 'warn' }).isAsked).toBe(true)
  })

  it('is the log of a server, and writes no secrets of what its tools throw', async () => {
    const tool = defineTool({
      name: 'login',
      summary: 'Log in.',
      output: z.object({}),
      effect: 'read',
      run() {
        throw new Error('password=hunter2 Bearer hunter2abc postgres://u:hunter2@host/db')
      },
    })
    await defineServer({ name: 's', version: '1', tools: [tool], env: {} }).call('login')
    expect(read()[0]).toMatchObject({ level: 'error', message: 'tool login threw' })
    expect(written.join()).not.toContain('hunter2')
  })

  it('logs the calls of a server if the environment asks for them', async () => {
    const tool = defineTool({
      name: 'ping',
      summary: 'Answer.',
      output: z.object({}),
      effect: 'read',
      run: () => ok({}),
    })
    const env = { TOOLACCORD_LOG_LEVEL: 'trace' }
    await defineServer({ name: 's', version: '1', tools: [tool], env }).call('ping')
    await defineServer({ name: 's', version: '1', tools: [tool], env: {} }).call('ping')
    expect(read().map(({ level, message }) => [level, message])).toEqual([
      ['trace', 'tool called'],
      ['debug', 'tool ended'],
    ])
  })
})

describe('silentLog', () => {
  it('writes nothing', () => {
    silentLog.error('nobody hears this')
    expect(written).toEqual([])
  })
})
