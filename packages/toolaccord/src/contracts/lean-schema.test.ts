import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { failure } from '../outcome/failure.ts'
import { ok } from '../outcome/outcome.ts'
import type { JsonSchema } from '../schema/json-schema.ts'
import { dialects } from './dialects.ts'

const data: JsonSchema = {
  type: 'object',
  properties: { id: { type: 'string' } },
  required: ['id'],
  additionalProperties: false,
}
const tree: JsonSchema = {
  type: 'object',
  properties: { inner: { $ref: '#' } },
  additionalProperties: false,
}

describe.each([...dialects.values()])('the lean schema of the $name dialect', (contract) => {
  const ajv = new Ajv2020({ strict: false })
  const accepts = (schema: JsonSchema, body: unknown) => ajv.validate(schema, body)
  const bodyOf = (given: unknown) => contract.encode(ok(given)).body

  it('accepts an answer and a failure, and refuses data of another form', () => {
    const schema = contract.leanSchema(data)
    expect(accepts(schema, bodyOf({ id: 'n1' }))).toBe(true)
    expect(accepts(schema, contract.encode(failure('gone', { message: 'No.' })).body)).toBe(true)
    expect(accepts(schema, bodyOf({ id: 1 }))).toBe(false)
    expect(accepts(schema, bodyOf({ name: 'n1' }))).toBe(false)
    expect(accepts(schema, {})).toBe(false)
  })

  it.each([
    [{ type: 'array', items: { type: 'string' } }, ['a'], [1]],
    [{ type: 'string' }, 'a', 1],
    [{ type: 'null' }, null, undefined],
  ] as const)('takes data that is not an object: %j', (schema, good, bad) => {
    expect(accepts(contract.leanSchema(schema), bodyOf(good))).toBe(true)
    if (bad !== undefined) expect(accepts(contract.leanSchema(schema), bodyOf(bad))).toBe(false)
  })

  it('keeps the references of the data', () => {
    const schema = contract.leanSchema(tree)
    expect(accepts(schema, bodyOf({ inner: { inner: {} } }))).toBe(true)
    expect(accepts(schema, bodyOf({ inner: { inner: { other: 1 } } }))).toBe(false)
  })

  it('is an object without a union, open to properties that are added later', () => {
    const schema = contract.leanSchema(data)
    expect(schema.type).toBe('object')
    expect(schema).not.toHaveProperty('anyOf')
    expect(schema).not.toHaveProperty('oneOf')
    expect(accepts(schema, { ...bodyOf({ id: 'n1' }), notes: { warnings: ['…'] } })).toBe(true)
  })

  it('is at most two thirds of the whole one', () => {
    const size = (schema: JsonSchema) => JSON.stringify(schema).length
    expect(size(contract.leanSchema({}))).toBeLessThan((size(contract.schema({})) * 2) / 3)
  })
})
