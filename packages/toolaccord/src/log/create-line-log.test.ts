import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createLineLog } from './create-line-log.ts'
import type { LogLevel } from './log.ts'

const read = (line: string): unknown => JSON.parse(line)

function toLine(level: LogLevel, message: string, fields?: Readonly<Record<string, unknown>>) {
  const lines: string[] = []
  createLineLog((line) => lines.push(line))[level](message, fields)
  return lines.join('\n')
}

describe('a line of createLineLog', () => {
  it('is one JSON object with level, message and fields', () => {
    expect(read(toLine('warn', 'slow', { id: 'r1', ms: 12 }))).toEqual({
      level: 'warn',
      message: 'slow',
      id: 'r1',
      ms: 12,
    })
    expect(read(toLine('error', 'bare'))).toEqual({ level: 'error', message: 'bare' })
  })

  it('keeps the stack of an error', () => {
    const thrown = new Error('SECRET-123')
    expect(read(toLine('error', 'threw', { thrown }))).toMatchObject({
      thrown: {
        type: 'Error',
        message: 'SECRET-123',
        stack: expect.arrayContaining([expect.stringMatching(/^at /)]),
      },
    })
  })

  it('keeps the cause of an error and an error inside a field', () => {
    const thrown = new Error('outer', { cause: new Error('the real reason') })
    expect(toLine('error', 'threw', { thrown })).toContain('the real reason')
    const found = { deep: new Error('deep down') }
    expect(toLine('error', 'threw', { found })).toContain('deep down')
  })

  it('stays on one line whatever a message holds', () => {
    const line = toLine('warn', 'a\nb\u001b[31m', { x: '\r\n' })
    expect(['\n', '\r', '\u001b'].filter((control) => line.includes(control))).toEqual([])
  })

  it.each([
    ['a bigint', 10n],
    ['a cycle', cyclic()],
    ['an error whose cause is itself', selfCaused()],
    ['a symbol', Symbol('mark')],
    ['a function', () => 1],
    [
      'a property that cannot be read',
      {
        get broken() {
          throw new Error('no')
        },
      },
    ],
    [
      'a toJSON that throws',
      {
        toJSON() {
          throw new Error('no')
        },
      },
    ],
    ['nothing', undefined],
  ])('writes a line for a thrown value that JSON cannot hold: %s', (_, thrown) => {
    expect(read(toLine('error', 'threw', { id: 'r1', thrown }))).toMatchObject({
      level: 'error',
      message: 'threw',
    })
  })

  it('never throws and always gives one line of JSON', () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.dictionary(
          fc.string(),
          fc.anything({ withBigInt: true, withDate: true, withMap: true }),
        ),
        (message, fields) => {
          expect(read(toLine('error', message, fields))).toBeTypeOf('object')
        },
      ),
    )
  })
})

function cyclic(): unknown {
  const value: Record<string, unknown> = { name: 'loop' }
  value.self = value
  return value
}

function selfCaused(): Error {
  const error = new Error('loop')
  error.cause = error
  return error
}

describe('createLineLog', () => {
  it('redacts messages, fields and errors', () => {
    const thrown = new Error('password=hunter2', { cause: { token: 'hunter2' } })
    const line = toLine('error', 'Bearer hunter2', { thrown, url: 'postgres://u:hunter2@host/db' })
    expect(line).not.toContain('hunter2')
    expect(line).toContain('[redacted]')
  })

  it('writes from its level on, and knows which levels those are', () => {
    const lines: unknown[] = []
    const log = createLineLog((line) => lines.push(read(line)), { level: 'warn' })
    const levels = ['trace', 'debug', 'info', 'warn', 'error'] as const
    for (const level of levels) log[level]('x')
    expect(lines).toEqual([
      { level: 'warn', message: 'x' },
      { level: 'error', message: 'x' },
    ])
    expect(levels.filter((level) => log.isOn(level))).toEqual(['warn', 'error'])
  })

  it('has the time of a line if it has a clock', () => {
    const lines: unknown[] = []
    createLineLog((line) => lines.push(read(line)), { now: () => 0 }).info('x')
    expect(lines).toEqual([{ level: 'info', time: '1970-01-01T00:00:00.000Z', message: 'x' }])
  })

  it('does not let a field pass for a part of the line', () => {
    expect(read(toLine('error', 'x', { level: 'info', message: 'y', time: 'now' }))).toEqual({
      level: 'error',
      message: 'x',
      level_: 'info',
      message_: 'y',
      time_: 'now',
    })
  })
})
