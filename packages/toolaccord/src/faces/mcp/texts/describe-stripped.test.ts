import { describe, expect, it } from 'vitest'
import type { JsonSchema } from '../../../schema/json-schema.ts'
import { describeStripped } from './describe-stripped.ts'

const told = (properties: Readonly<Record<string, JsonSchema>>) =>
  describeStripped({ type: 'object', properties })

describe('what is said of arguments', () => {
  it('is their ranges and defaults, because hosts take these out of schemas', () => {
    expect(
      told({
        limit: { type: 'integer', minimum: 1, maximum: 50, default: 20 },
        x: { type: 'number', minimum: 0 },
        radius: { type: 'number', exclusiveMinimum: 0, maximum: 1 },
        locale: { type: 'string', default: 'en' },
        deep: { type: 'boolean', default: true },
      }),
    ).toBe(
      'Arguments: limit from 1 to 50, default 20; x at least 0; radius over 0 and at most 1; ' +
        'locale default "en"; deep default true.',
    )
  })

  it.each([
    ['a string', { type: 'string', minLength: 1, maxLength: 9 }],
    ['an integer of a schema library', { type: 'integer', minimum: -(2 ** 53 - 1) }],
    ['a default that means none', { type: 'array', items: { type: 'string' }, default: [] }],
    ['a default that means no', { type: 'boolean', default: false }],
    ['a default that means nothing', { type: ['string', 'null'], default: null }],
    ['an empty default', { type: 'string', default: '' }],
    ['a described default', { type: 'string', default: 'en', description: 'Default: English' }],
    ['a described range', { type: 'integer', minimum: -1, maximum: 9, description: '-1 to 9' }],
  ] as const)('is nothing for %s', (_, argument) => {
    expect(told({ argument })).toBe('')
  })

  it('is the range if the description has other numbers', () => {
    const limit = { type: 'integer', minimum: 1, maximum: 50, description: 'Up to 500, from 1' }
    expect(told({ limit })).toBe('Arguments: limit from 1 to 50.')
  })

  it('follows references', () => {
    const schema = {
      type: 'object',
      properties: { x: { $ref: '#/$defs/share' } },
      $defs: { share: { type: 'number', minimum: 0, maximum: 1, default: 0.5 } },
    }
    expect(describeStripped(schema)).toBe('Arguments: x from 0 to 1, default 0.5.')
  })

  it('is nothing where there are no arguments', () => {
    expect(describeStripped({ type: 'object' })).toBe('')
  })
})
