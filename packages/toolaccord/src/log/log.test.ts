import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { consoleLog, silentLog, toLine } from './log.ts'

const read = (line: string): unknown => JSON.parse(line)

describe('toLine', () => {
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
      thrown: expect.stringContaining('SECRET-123\n    at '),
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

describe('consoleLog', () => {
  it('writes warnings and errors to stderr and nothing else anywhere', () => {
    const stderr = vi.spyOn(console, 'error').mockImplementation(() => {})
    const stdout = vi.spyOn(console, 'log').mockImplementation(() => {})
    for (const level of ['trace', 'debug', 'info', 'warn', 'error'] as const)
      consoleLog[level](`at ${level}`, { level })
    const lines = stderr.mock.calls.map(([line]) => read(String(line)))
    vi.restoreAllMocks()
    expect(lines).toEqual([
      { level: 'warn', message: 'at warn' },
      { level: 'error', message: 'at error' },
    ])
    expect(stdout).not.toHaveBeenCalled()
  })
})

describe('silentLog', () => {
  it('writes nothing', () => {
    const stderr = vi.spyOn(console, 'error').mockImplementation(() => {})
    silentLog.error('nobody hears this')
    expect(stderr).not.toHaveBeenCalled()
    vi.restoreAllMocks()
  })
})
