import { describe, expect, expectTypeOf, it } from 'vitest'
import { mcpGuide } from '../index.ts'

const { Result, instructions } = mcpGuide

describe('a Result of mcp-guide', () => {
  it('knows whether it is ok', () => {
    const success = Result.ok(1)
    const failed = Result.failure('No.')
    expect([success.isOk(), success.isFailure()]).toEqual([true, false])
    expect([failed.isOk(), failed.isFailure()]).toEqual([false, true])
  })

  it('keeps the type of the value', () => {
    expectTypeOf(Result.ok({ id: 1 }).toJson().value).toEqualTypeOf<{ id: number } | undefined>()
  })

  it('is ok without a value', () => {
    expect(Result.ok().toJson()).toEqual({ success: true })
  })

  it('fails with the type unknown unless it is given one', () => {
    expect(Result.failure('No.').toJson()).toEqual({
      success: false,
      error: 'No.',
      error_type: 'unknown',
    })
  })

  it('leaves out empty data, an empty message and an empty instruction', () => {
    const failed = Result.failure('No.', { errorData: {}, message: '', instruction: '' })
    expect(failed.toJson()).toEqual({ success: false, error: 'No.', error_type: 'unknown' })
  })

  it('shows the class of an exception and its message, never its stack', () => {
    const json = Result.failure('No.', { exception: new RangeError('Too far.') }).toJsonString()
    expect(JSON.parse(json)).toEqual({
      success: false,
      error: 'No.',
      error_type: 'unknown',
      exception_type: 'RangeError',
      exception_message: 'Too far.',
    })
  })

  it('gives its JSON as text too', () => {
    expect(Result.ok([1], { message: 'Done.' }).toJsonString()).toBe(
      '{"success":true,"value":[1],"message":"Done."}',
    )
  })

  it('is frozen', () => {
    expect(Object.isFrozen(Result.ok(1))).toBe(true)
  })
})

describe('the instruction vocabulary', () => {
  it('is that of ADR-008 section 4, word for word', () => {
    const { errorHandling, modeControl, boundaries, guidance } = instructions
    expect({
      errorHandling: [
        errorHandling.presentError,
        errorHandling.suggestBeforeRetrying('[specific remediation]'),
        errorHandling.askForClarification('[specific aspect]'),
      ],
      modeControl: Object.values(modeControl),
      boundaries: Object.values(boundaries),
      guidance: [
        guidance.consider('[alternative approach]'),
        guidance.reviewBeforeProceeding('[specific documentation]'),
        guidance.validateWithUser('[specific aspect]'),
      ],
    }).toEqual({
      errorHandling: [
        'Present this error to the user and take no further action.',
        'Suggest [specific remediation] before retrying.',
        'Ask the user for clarification on [specific aspect].',
      ],
      modeControl: [
        'Switch to PLANNING mode.',
        'Switch to DISCUSSION mode.',
        'You are now in IMPLEMENTATION mode.',
        'Return to CHECK mode.',
      ],
      boundaries: [
        'Do NOT make any changes to the project.',
        'Do NOT attempt to fix this automatically.',
        'Require explicit user consent before proceeding.',
        'This operation requires user review and approval.',
      ],
      guidance: [
        'Consider [alternative approach].',
        'Review [specific documentation] before proceeding.',
        'Validate [specific aspect] with the user.',
      ],
    })
  })

  it('cannot be changed by who imports it', () => {
    const all = [instructions, ...Object.values(instructions), Result]
    expect(all.filter((one) => !Object.isFrozen(one))).toEqual([])
  })
})
