import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Codebook, exitOf, factsOf, kindOf, recoverableOf, statusOf } from './codebook.ts'
import { toFailure } from './failure.ts'
import { type Kind, kinds } from './kinds.ts'
import type { Problem } from './outcome.ts'

const codes: Codebook = {
  gone: { kind: 'not_found' },
  too_slow: { kind: 'unavailable', status: 504, exit: 20 },
}

const problem = (code: string, more: Partial<Problem> = {}): Problem => ({
  code,
  message: 'It failed.',
  ...more,
})
const failed = (first: Problem) => toFailure([first])

describe('factsOf', () => {
  it('gives what the book says about a code', () => {
    expect(factsOf(codes, 'gone')).toEqual({ kind: 'not_found' })
  })

  it.each(['unknown', 'constructor', 'toString', '__proto__', ''])(
    'gives nothing for the code %j, which is not in the book',
    (code) => {
      expect(factsOf(codes, code)).toBeUndefined()
    },
  )
})

describe('the kind of a problem', () => {
  it("is the code's", () => {
    expect(kindOf(codes, problem('gone'))).toBe('not_found')
  })

  it('is its own if it has one', () => {
    expect(kindOf(codes, problem('gone', { kind: 'conflict' }))).toBe('conflict')
  })

  it.each(['unknown', 'constructor', '__proto__'])(
    'is internal for the code %s, which is not in the book',
    (code) => {
      expect(kindOf(codes, problem(code))).toBe('internal')
    },
  )
})

describe('whether a problem is recoverable', () => {
  it.each(Object.entries(kinds))('follows from the kind %s', (kind, facts) => {
    // The cast restores the key type that Object.entries widens.
    expect(recoverableOf(codes, problem('gone', { kind: kind as Kind }))).toBe(facts.recoverable)
  })

  it('is what the code says, whatever the kind', () => {
    const book: Codebook = { denied: { kind: 'authorization', recoverable: true } }
    expect(recoverableOf(book, problem('denied'))).toBe(true)
    expect(recoverableOf(book, problem('denied', { kind: 'feature_flag' }))).toBe(true)
  })

  it.each([true, false])('is %s if the problem says so', (recoverable) => {
    expect(recoverableOf(codes, problem('gone', { recoverable }))).toBe(recoverable)
  })
})

describe('the numbers of an outcome', () => {
  it('are 200 and 0 for a success', () => {
    const success = { ok: true, data: 1, notes: {} } as const
    expect([statusOf(codes, success), exitOf(codes, success)]).toEqual([200, 0])
  })

  it('come from the kind of the code', () => {
    const gone = failed(problem('gone'))
    expect([statusOf(codes, gone), exitOf(codes, gone)]).toEqual([404, 3])
  })

  it('come from the code if it overrides them', () => {
    const late = failed(problem('too_slow'))
    expect([statusOf(codes, late), exitOf(codes, late)]).toEqual([504, 20])
  })

  it("are the status of the problem's own kind, and the exit code of its code", () => {
    const limited = failed(problem('too_slow', { kind: 'rate_limit' }))
    expect([statusOf(codes, limited), exitOf(codes, limited)]).toEqual([429, 20])
  })

  it('come from the first problem', () => {
    const both = toFailure([problem('gone'), problem('too_slow')])
    expect([statusOf(codes, both), exitOf(codes, both)]).toEqual([404, 3])
  })

  it('are 500 and 1 for a code that is not in the book', () => {
    const unknown = failed(problem('constructor'))
    expect([statusOf(codes, unknown), exitOf(codes, unknown)]).toEqual([500, 1])
  })

  it('are 200 for a soft failure, whose exit code is still that of its code', () => {
    const code = fc.constantFrom('gone', 'too_slow', 'constructor')
    fc.assert(
      fc.property(code, (one) => {
        const hard = toFailure([problem(one)])
        const soft = toFailure([problem(one)], {}, true)
        expect(statusOf(codes, soft)).toBe(200)
        expect(exitOf(codes, soft)).toBe(exitOf(codes, hard))
        expect(exitOf(codes, soft)).not.toBe(0)
      }),
    )
  })
})
