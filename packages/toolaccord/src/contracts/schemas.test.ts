import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { failure, toFailure } from '../outcome/failure.ts'
import { ok } from '../outcome/outcome.ts'
import { chemigramContract } from './chemigram/contract.ts'
import { dtprContract } from './dtpr/contract.ts'
import { mcpGuideContract } from './mcp-guide/contract.ts'
import { responseV2Contract } from './response-v2/contract.ts'

const data = {
  type: 'object',
  properties: { id: { type: 'string' } },
  required: ['id'],
  additionalProperties: false,
}

const notes = {
  message: 'For people.',
  instruction: 'For the model.',
  extra: { arguments: '--all', disposition: 'agent', additional_agent_instructions: 'Save.' },
}
const outcomes = [
  ok({ id: 'n1' }, notes),
  failure('gone', { message: 'Gone.', hint: 'List them.', exception: new Error('x'), notes }),
  toFailure([
    { code: 'bad', message: 'Bad.', path: 'a', details: { limit: 1 } },
    { code: 'bad', message: 'Bad too.', path: 'b' },
  ]),
]

describe.each([
  [chemigramContract, ['success', 'data', 'error']],
  [dtprContract, ['ok', 'meta']],
  [mcpGuideContract, ['success']],
  [responseV2Contract, ['success', 'data', 'error', 'meta']],
] as const)('the schema of an envelope', (contract, required) => {
  const bodies = () => outcomes.map((outcome) => contract.encode(outcome).body)
  const compile = () => new Ajv2020({ strict: false }).compile(contract.schema(data))

  it(`takes what ${contract.name} writes`, () => {
    const validate = compile()
    for (const body of bodies()) expect(validate(body), JSON.stringify(validate.errors)).toBe(true)
  })

  it(`takes nothing that is not an object: ${contract.name}`, () => {
    const validate = compile()
    for (const value of [null, 5, 'ok', [], {}]) expect(validate(value)).toBe(false)
  })

  it(`wants every member that ${contract.name} always writes`, () => {
    const validate = compile()
    for (const body of bodies()) {
      for (const name of required) {
        const { [name]: _, ...others } = body
        expect(validate(others), name).toBe(false)
      }
    }
  })

  it(`takes no member that ${contract.name} does not have`, () => {
    const validate = compile()
    for (const body of bodies()) expect(validate({ ...body, surprise: 1 })).toBe(false)
  })

  it(`takes no member of another type: ${contract.name}`, () => {
    const validate = compile()
    for (const body of bodies()) {
      for (const name of Object.keys(body))
        expect(validate({ ...body, [name]: 5 }), name).toBe(false)
    }
  })
})

describe('a body that was damaged on its way', () => {
  const problem = { code: 'gone', message: 'Gone.' }

  it('gives the further errors of chemigram that can be read', () => {
    const details = { errors: [5, { code: 5, message: 'x' }, { code: 'x' }, problem] }
    const error = { code: 'bad', message: 'Bad.', details, recoverable: true }
    const outcome = chemigramContract.decode({ body: { success: false, data: null, error } })
    expect(outcome).toMatchObject({ problems: [{ code: 'bad' }, problem] })
    expect(outcome.ok || outcome.problems).toHaveLength(2)
  })

  it('gives the field errors of mcp-guide that can be read', () => {
    const validation_errors = [
      null,
      5,
      { field: 'a' },
      { message: 'No field.' },
      { field: 5, message: 'x' },
      { field: 'a', message: 5 },
      { field: 'a', message: 'Too short.' },
    ]
    const error_data = { validation_errors }
    const body = { success: false, error: '1 error', error_type: 'bad', error_data }
    expect(mcpGuideContract.decode({ body })).toMatchObject({
      problems: [{ message: '1 error' }, { message: 'Too short.', path: 'a' }],
    })
  })

  it.each([
    { ok: 'no', errors: [problem], meta: {} },
    { ok: false, errors: [problem, 5], meta: {} },
    { ok: false, errors: problem, meta: {} },
  ])('is not an envelope of dtpr: %j', (body) => {
    expect(dtprContract.is(body)).toBe(false)
  })

  it.each([chemigramContract, mcpGuideContract, responseV2Contract])(
    'is not an envelope if success is neither true nor false: $name',
    (contract) => {
      for (const outcome of outcomes) {
        const { body } = contract.encode(outcome)
        expect(contract.is(body)).toBe(true)
        expect(contract.is({ ...body, success: 'no' })).toBe(false)
      }
    },
  )

  it('gives the problems of an overflow that can be read, each with its exception', () => {
    const { body } = dtprContract.encode(failure('gone', { message: 'Gone.' }))
    const exception = { type: 'Error', message: 'x' }
    // The cast lets an overflow hold what no encoder writes.
    const problems = [5, { ...problem, exception, recoverable: false, hint: 5 }] as never
    expect(dtprContract.decode({ body, overflow: { problems } })).toMatchObject({
      problems: [{ ...problem, exception, recoverable: false }],
    })
  })
})
