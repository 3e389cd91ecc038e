import { describe, expect, it } from 'vitest'
import { failure, toFailure } from '../../outcome/failure.ts'
import { ok } from '../../outcome/outcome.ts'
import { type Reason, reasons } from '../../outcome/reasons.ts'
import { chemigramContract } from '../chemigram/contract.ts'
import { toRefusalFailure } from '../contract/contract.ts'
import { dtprContract } from '../dtpr/contract.ts'
import { responseV2Contract } from '../response-v2/contract.ts'
import { mcpGuideContract } from './contract.ts'

const { encode, decode, is, schema } = mcpGuideContract

describe('mcp-guide', () => {
  it.each([[false], [0], [''], [[]], [{}]])('keeps the empty value %j', (value) => {
    expect(encode(ok(value))).toEqual({ body: { success: true, value } })
  })

  it('leaves out a value of null', () => {
    expect(encode(ok(null))).toEqual({ body: { success: true } })
    expect(decode({ body: { success: true } })).toEqual(ok(null))
  })

  it('leaves out an empty message and an empty instruction', () => {
    expect(encode(ok(1, { message: '', instruction: '' })).body).toEqual({
      success: true,
      value: 1,
    })
  })

  it('puts message and instruction last', () => {
    const { body } = encode(
      failure('not_found', { message: 'No.', notes: { instruction: 'Stop.', message: 'Sorry.' } }),
    )
    expect(Object.keys(body)).toEqual(['success', 'error', 'error_type', 'message', 'instruction'])
  })

  it('shows a declared exception by type and message', () => {
    const outcome = failure('not_found', { message: 'No.', exception: new RangeError('Too far.') })
    const wire = encode(outcome)
    expect(wire).toEqual({
      body: {
        success: false,
        error: 'No.',
        error_type: 'not_found',
        exception_type: 'RangeError',
        exception_message: 'Too far.',
      },
    })
    expect(decode(wire)).toEqual(outcome)
  })

  it('lists located problems as validation errors and the hint beside them', () => {
    const outcome = toFailure([
      {
        code: 'validation_error',
        message: 'Too short.',
        path: 'name',
        hint: 'Use 1 to 100.',
        details: { limit: 100 },
      },
      { code: 'validation_error', message: 'Not a string.', path: 'content' },
    ])
    const validation_errors = [
      { field: 'name', message: 'Too short.' },
      { field: 'content', message: 'Not a string.' },
    ]
    const wire = encode(outcome)
    expect(wire).toEqual({
      body: {
        success: false,
        error: 'Too short.',
        error_type: 'validation_error',
        error_data: { limit: 100, hint: 'Use 1 to 100.', validation_errors },
      },
    })
    expect(decode(wire)).toEqual(outcome)
  })

  it('reads a summary over located errors as the first problem, without a path', () => {
    const validation_errors = [
      { field: 'name', message: 'Too short.' },
      { field: 'content', message: 'Not a string.' },
    ]
    const body = {
      success: false,
      error: '2 validation errors',
      error_type: 'validation_error',
      error_data: { validation_errors },
    }
    const outcome = decode({ body })
    expect(outcome.ok ? [] : outcome.problems).toEqual([
      { code: 'validation_error', message: '2 validation errors' },
      { code: 'validation_error', message: 'Too short.', path: 'name' },
      { code: 'validation_error', message: 'Not a string.', path: 'content' },
    ])
    expect(encode(outcome)).toEqual({ body })
  })

  it('keeps the properties that later versions of the source added', () => {
    const body = {
      success: true,
      value: 1,
      arguments: '--all',
      disposition: 'agent/information',
      additional_agent_instructions: 'Save first.',
    }
    expect(encode(decode({ body }))).toEqual({ body })
  })

  it('leaves out properties of a wrong type', () => {
    const body = {
      success: false,
      error: 'No.',
      error_type: 'x',
      error_data: 'text',
      exception_type: 7,
      message: 7,
      disposition: {},
    }
    expect(decode({ body })).toEqual(failure('x', { message: 'No.' }))
  })

  it.each([
    { success: true, data: 1 },
    { success: true, error: null },
    { success: false },
    { success: false, error: 'No.' },
    { success: false, error: { code: 'x', message: 'No.' }, error_type: 'x' },
    { success: 1 },
  ])('does not take %j for its own', (value) => {
    expect(is(value)).toBe(false)
  })

  it('has a schema whose value is the data schema', () => {
    expect(schema({ type: 'string' })).toMatchObject({
      type: 'object',
      properties: { value: { type: 'string' } },
      required: ['success'],
    })
  })
})

describe('a failure of the framework in mcp-guide', () => {
  // The cast restores the key type that Object.keys widens.
  it.each(Object.keys(reasons) as Reason[])('tells the agent what to do: %s', (reason) => {
    const { body, overflow } = encode(toRefusalFailure(mcpGuideContract, [{ reason }]))
    expect(body.instruction).toMatch(/^[A-Z].+\.$/)
    expect(overflow?.notes).toBeUndefined()
  })

  it.each([chemigramContract, dtprContract, responseV2Contract])(
    'is told by no other contract: $name',
    (contract) => {
      expect(toRefusalFailure(contract, [{ reason: 'internal' }]).notes).toEqual({})
    },
  )
})
