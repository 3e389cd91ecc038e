import { describe, expect, it } from 'vitest'
import { exitOf } from '../../outcome/codebook.ts'
import { failure, toFailure } from '../../outcome/failure.ts'
import { ok } from '../../outcome/outcome.ts'
import { type Reason, reasons } from '../../outcome/reasons.ts'
import { chemigramContract } from './contract.ts'

const { encode, decode, is, codes, schema, problem } = chemigramContract
// The cast restores the key type that Object.keys widens.
const reasonNames = Object.keys(reasons) as Reason[]

describe('chemigram', () => {
  it('has one exit code for each code, 1 to 10, for the answers of the framework too', () => {
    const exits = Object.keys(codes).map((code) => exitOf(codes, failure(code)))
    expect(exits.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    for (const reason of reasonNames) {
      const one = problem(reason)
      expect(exitOf(codes, toFailure([one])), one.code).toBe(exitOf(codes, failure(one.code)))
    }
  })

  it.each([[{ a: 1 }], [[1, 2]], ['text'], [0], [false], [null]])(
    'carries any JSON as data: %j',
    (data) => {
      expect(encode(ok(data))).toEqual({ body: { success: true, data, error: null } })
    },
  )

  it('writes null for a success that has no data', () => {
    expect(encode(ok(undefined)).body).toEqual({ success: true, data: null, error: null })
  })

  it('puts path, hint and every further problem into details, beside those of the tool', () => {
    const outcome = toFailure([
      {
        code: 'invalid_input',
        message: 'First.',
        path: 'value',
        hint: 'Use 0 to 1.',
        details: { got: 5 },
      },
      { code: 'not_found', message: 'Second.', path: 'entry' },
    ])
    const error = {
      code: 'invalid_input',
      message: 'First.',
      details: {
        path: 'value',
        hint: 'Use 0 to 1.',
        got: 5,
        errors: [{ code: 'not_found', message: 'Second.', path: 'entry' }],
      },
      recoverable: true,
    }
    expect(encode(outcome)).toEqual({ body: { success: false, data: null, error } })
    expect(decode({ body: { success: false, data: null, error } })).toEqual(outcome)
  })

  it.each(Object.keys(codes))(
    'says of %s that it is recoverable, unless it is not implemented',
    (code) => {
      const { error } = encode(failure(code)).body
      expect(error).toHaveProperty('recoverable', code !== 'not_implemented')
    },
  )

  it('lets a problem say otherwise, and reads that back', () => {
    const outcome = failure('not_found', { message: 'No such tool.', recoverable: false })
    const { body } = encode(outcome)
    expect(body.error).toHaveProperty('recoverable', false)
    expect(decode({ body })).toEqual(outcome)
  })

  it('asks the codebook of the server about codes of its own', () => {
    const { body } = encode(failure('locked'), { locked: { kind: 'authorization' } })
    expect(body.error).toHaveProperty('recoverable', false)
  })

  it('reads an error without details, as older servers send it', () => {
    const error = { code: 'state_error', message: 'No baseline.', recoverable: true }
    expect(decode({ body: { success: false, data: null, error } })).toEqual(
      failure('state_error', { message: 'No baseline.' }),
    )
  })

  it.each([
    { success: true, data: 1 },
    { success: true, data: 1, error: null, meta: {} },
    { success: true, data: 1, error: 'text' },
    { success: false, data: null, error: null },
    { success: false, data: null, error: 'text' },
    { success: false, data: null, error: { code: 'x' } },
    { success: 'true', data: 1, error: null },
  ])('does not take %j for its own', (value) => {
    expect(is(value)).toBe(false)
  })

  it('moves the definitions of a data schema along', () => {
    const data = {
      type: 'object',
      properties: { child: { $ref: '#/$defs/node' } },
      $defs: { node: { type: 'string' } },
    }
    expect(schema(data)).toMatchObject({
      type: 'object',
      properties: { data: { anyOf: [{ $ref: '#/$defs/data' }, { type: 'null' }] } },
      $defs: { data: { properties: { child: { $ref: '#/$defs/data/$defs/node' } } } },
      additionalProperties: false,
    })
  })
})
