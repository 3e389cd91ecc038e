import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { JsonSchema } from '../../schema/json-schema.ts'
import { estimateTokens } from '../tokens/estimate-tokens.ts'
import { allowedBy } from './allowed-changes.ts'
import { measureInSteps, measureParts } from './measure-parts.ts'
import { toWholePaths } from './whole-paths.ts'

describe('measureParts', () => {
  it('comes close to the estimate for the same value as JSON', () => {
    const word = fc.constantFrom(
      'name',
      'total findings',
      'https://example.com/a',
      'The mayor answered.',
      '0f3a9c',
      '市议会',
      'a "quote"\n',
    )
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { depthSize: 'small' },
        word,
        fc.integer(),
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        fc.boolean(),
        fc.constant(null),
        fc.array(tie('value'), { maxLength: 6 }),
        fc.dictionary(word, tie('value'), { maxKeys: 6 }),
      ),
    }))
    fc.assert(
      fc.property(value, (value) => {
        const measured = measureParts(value, allowedBy({})).tokens
        const estimated = estimateTokens(JSON.stringify(value))
        expect(Math.abs(measured - estimated)).toBeLessThanOrEqual(3 + estimated * 0.4)
      }),
      { numRuns: 300 },
    )
  })

  it('knows the fewest tokens that a value can have', () => {
    const text = 'The council met on Tuesday evening. '.repeat(20)
    const minTokens = (schema: JsonSchema, value: unknown) =>
      measureParts(value, allowedBy(schema)).minTokens
    expect(minTokens({}, text)).toBe(12)
    expect(minTokens({ format: 'uri' }, text)).toBe(measureParts(text, allowedBy({})).tokens)
    expect(minTokens({}, [1, 2, 3])).toBe(1)
    expect(minTokens({ minItems: 2 }, [1, 2, 3])).toBe(5)
    expect(minTokens({ properties: { a: {} } }, { a: text })).toBeLessThan(20)
  })

  it('takes no notice of properties that are undefined', () => {
    expect(measureParts({ a: undefined }, allowedBy({})).tokens).toBe(
      measureParts({}, allowedBy({})).tokens,
    )
  })

  it('gives the same for long arrays, which it measures in steps', () => {
    // Beside parts that are there whole or not at all, nothing is measured in steps.
    const atOnce = { arrays: new Map(), whole: toWholePaths(['none']) }
    const Row = fc.record({ id: fc.integer(), note: fc.string({ maxLength: 400 }) })
    const Rows = fc.array(Row, { minLength: 257, maxLength: 400 })
    const schema: JsonSchema = {
      properties: {
        fixed: { type: 'array', items: { const: 1 } },
        open: { type: 'array', minItems: 3, items: { properties: { id: {} } } },
      },
    }
    fc.assert(
      fc.property(Rows, (rows) => {
        const value = { open: rows, deep: { rows, fixed: rows }, fixed: rows }
        expect(measureParts(value, allowedBy(schema))).toEqual(
          measureParts(value, allowedBy(schema), atOnce),
        )
      }),
      { numRuns: 10 },
    )
    const rows = Array.from({ length: 5_000 }, (_, id) => ({ id, note: `Row ${id} of many` }))
    expect([...measureInSteps({ rows }, allowedBy({}))].length).toBeGreaterThan(3)
    expect([...measureInSteps({ rows }, allowedBy({}), atOnce)]).toHaveLength(0)
  })
})
