import { describe, expect, expectTypeOf, it } from 'vitest'
import { chemigram } from '../index.ts'

describe('the builders of chemigram', () => {
  it('keep the type of the data and of the code', () => {
    expectTypeOf(chemigram.ok({ ev: 0.7 }).data.ev).toEqualTypeOf<number>()
    expectTypeOf(chemigram.invalidInput('No.').error.code).toEqualTypeOf<'invalid_input'>()
    const failed = chemigram.fail({ code: 'state_error', message: 'No.' })
    expectTypeOf(failed.success).toEqualTypeOf<false>()
  })

  it('take only codes of the contract', () => {
    // @ts-expect-error this code is not in the closed set
    expect(chemigram.fail({ code: 'nope', message: 'No.' }).error.code).toBe('nope')
  })

  it('fail with empty details if none are given', () => {
    expect(chemigram.fail({ code: 'versioning_error', message: 'The ref exists.' })).toEqual({
      success: false,
      data: null,
      error: {
        code: 'versioning_error',
        message: 'The ref exists.',
        details: {},
        recoverable: true,
      },
    })
  })

  it('let the author say whether a failure is recoverable', () => {
    const init = { code: 'not_found', message: 'No such tool.', recoverable: false } as const
    expect(chemigram.fail(init).error.recoverable).toBe(false)
  })

  it('mark what was not found', () => {
    expect(chemigram.notFound("image 'iguazu'", { got: 'iguazu' }).error).toEqual({
      code: 'not_found',
      message: "not found: image 'iguazu'",
      details: { got: 'iguazu' },
      recoverable: true,
    })
  })

  it('fail for good if something is not implemented, with the slice if there is one', () => {
    const error = { code: 'not_implemented', message: 'masks arrive later', recoverable: false }
    expect(chemigram.notImplemented('masks arrive later').error).toEqual({ ...error, details: {} })
    expect(chemigram.notImplemented('masks arrive later', { slice: 4 }).error).toEqual({
      ...error,
      details: { slice: 4 },
    })
  })

  it('make envelopes that the contract takes for its own', () => {
    const made = [chemigram.ok(null), chemigram.notFound('it'), chemigram.notImplemented('later')]
    expect(made.every(chemigram.is)).toBe(true)
  })
})
