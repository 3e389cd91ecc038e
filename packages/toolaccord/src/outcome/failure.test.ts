import { describe, expect, it } from 'vitest'
import type { Codebook } from './codebook.ts'
import { completeFailure, failure, rejection, toFailure } from './failure.ts'

describe('failure', () => {
  it('is hard, with one problem', () => {
    expect(failure('gone')).toEqual({
      ok: false,
      problems: [{ code: 'gone', message: '' }],
      soft: false,
      notes: {},
    })
  })

  it('puts each option where it belongs', () => {
    const options = {
      message: 'No.',
      path: 'id',
      hint: 'Ask.',
      details: { id: 7 },
      recoverable: false,
      data: [1],
      notes: { requestId: 'r1' },
    }
    expect(failure('gone', options)).toEqual({
      ok: false,
      problems: [
        {
          code: 'gone',
          message: 'No.',
          path: 'id',
          hint: 'Ask.',
          details: { id: 7 },
          recoverable: false,
        },
      ],
      soft: false,
      data: [1],
      notes: { requestId: 'r1' },
    })
  })

  it('shows name and message of an exception that the author gave, and never its stack', () => {
    const [problem] = failure('gone', { exception: new RangeError('Too far.') }).problems
    expect(problem.exception).toEqual({ type: 'RangeError', message: 'Too far.' })
  })

  it('keeps partial data that is null apart from none', () => {
    expect(failure('gone', { data: null })).toHaveProperty('data', null)
    expect(failure('gone', { data: undefined })).not.toHaveProperty('data')
  })
})

describe('rejection', () => {
  it('is soft, with every problem in order', () => {
    const rejected = rejection(
      [
        { code: 'a', message: 'First.' },
        { code: 'b', path: 'x[1]' },
      ],
      { data: { kept: 1 }, notes: { version: '2' } },
    )
    expect(rejected).toEqual({
      ok: false,
      problems: [
        { code: 'a', message: 'First.' },
        { code: 'b', message: '', path: 'x[1]' },
      ],
      soft: true,
      data: { kept: 1 },
      notes: { version: '2' },
    })
  })
})

describe('toFailure', () => {
  const problem = { code: 'gone', message: 'It is gone.', kind: 'conflict' } as const

  it('takes the problems as they are, and is hard', () => {
    expect(toFailure([problem])).toStrictEqual({
      ok: false,
      problems: [problem],
      soft: false,
      notes: {},
    })
  })

  it('has the data and notes that it is given, and is soft if it is said to be', () => {
    const notes = { requestId: 'r1' }
    expect(toFailure([problem], { data: [1], notes }, true)).toStrictEqual({
      ok: false,
      problems: [problem],
      soft: true,
      data: [1],
      notes,
    })
  })
})

describe('completeFailure', () => {
  const codes: Codebook = {
    gone: {
      kind: 'not_found',
      summary: 'It does not exist.',
      message: 'It is gone.',
      hint: 'List what there is.',
    },
    brief: { kind: 'conflict', summary: 'The state does not fit.' },
    bare: { kind: 'internal' },
  }

  const complete = (code: string, more = {}) =>
    completeFailure(failure(code, more), codes).problems[0]

  it('takes message and hint from the codebook', () => {
    expect(complete('gone')).toEqual({
      code: 'gone',
      message: 'It is gone.',
      hint: 'List what there is.',
    })
  })

  it('leaves what the author gave', () => {
    expect(complete('gone', { message: 'Note 7 is gone.', hint: '' })).toEqual({
      code: 'gone',
      message: 'Note 7 is gone.',
      hint: '',
    })
  })

  it('falls back to the summary, then to the code', () => {
    expect(complete('brief').message).toBe('The state does not fit.')
    expect(complete('bare').message).toBe('The call failed with bare.')
  })

  it.each(['unknown', 'constructor', '__proto__'])(
    'has a message for the code %s, which is not in the book',
    (code) => {
      expect(complete(code)).toEqual({ code, message: `The call failed with ${code}.` })
    },
  )

  it('completes every problem and leaves the rest of the failure alone', () => {
    const rejected = rejection([{ code: 'brief' }, { code: 'gone', path: 'id' }], {
      data: 1,
      notes: { version: '2' },
    })
    expect(completeFailure(rejected, codes)).toEqual({
      ok: false,
      problems: [
        { code: 'brief', message: 'The state does not fit.' },
        { code: 'gone', message: 'It is gone.', path: 'id', hint: 'List what there is.' },
      ],
      soft: true,
      data: 1,
      notes: { version: '2' },
    })
  })
})
