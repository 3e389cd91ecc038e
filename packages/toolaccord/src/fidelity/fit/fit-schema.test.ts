import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { describe, expect, it } from 'vitest'
import type { FidelityPlan } from '../../define/fidelity-plan.ts'
import { compact } from '../../json/json.ts'
import type { JsonSchema } from '../../schema/json-schema.ts'
import { toFidelityNotes } from '../fidelity-notes.ts'
import { estimateTokens } from '../tokens/estimate-tokens.ts'
import { allowedBy } from './allowed-changes.ts'
import { type Draft, Drafter } from './drafter.ts'
import { fit } from './fit.ts'
import { measureParts } from './measure-parts.ts'
import { findPlannedArrays } from './planned-items.ts'

/** A schema with data that matches it. */
interface Case {
  readonly schema: JsonSchema
  readonly data: unknown
}

const phrases = [
  'the quick brown fox ',
  '市议会开会 ',
  'данные ',
  '"quoted"\n',
  'sha256:0f3a9c ',
  '\\path\\to ',
  '🏳️‍🌈 ',
  '=====',
]
const longText = fc
  .tuple(fc.constantFrom(...phrases), fc.integer({ min: 0, max: 40 }))
  .map(([phrase, times]) => phrase.repeat(times))
const anyText = fc.oneof(longText, fc.string({ maxLength: 30 }))
const lengthOf = (text: string) => Array.from(text).length
const of = (schema: JsonSchema, data: fc.Arbitrary<unknown>): fc.Arbitrary<Case> =>
  data.map((one) => ({ schema, data: one }))

const textCase = fc.oneof(
  of({ type: 'string' }, anyText),
  of({}, anyText),
  anyText.chain((text) =>
    fc
      .nat(lengthOf(text))
      .map((minLength) => ({ schema: { type: 'string', minLength }, data: text })),
  ),
  anyText.map((text) => ({ schema: { type: 'string', maxLength: lengthOf(text) }, data: text })),
  anyText.map((text) => ({ schema: { enum: [text, 'other'] }, data: text })),
  anyText.map((text) => ({ schema: { const: text }, data: text })),
  of(
    { type: 'string', pattern: '^(ab)*$' },
    fc.nat(80).map((times) => 'ab'.repeat(times)),
  ),
  of({ type: ['string', 'null'] }, fc.oneof(anyText, fc.constant(null))),
)
const leafCase = fc.oneof(
  { weight: 4, arbitrary: textCase },
  of({ type: 'integer' }, fc.integer()),
  of({ type: 'number' }, fc.double({ noNaN: true, noDefaultInfinity: true })),
  of({ type: 'boolean' }, fc.boolean()),
)

/** An array of one schema, with the same data again and again. */
const listCase = (inner: fc.Arbitrary<Case>): fc.Arbitrary<Case> =>
  fc.tuple(inner, fc.nat(12), fc.nat(12)).map(([{ schema, data }, count, min]) => ({
    schema: compact({
      type: 'array',
      items: schema,
      minItems: min % 3 > 0 ? Math.min(min, count) : undefined,
    }),
    data: Array.from({ length: count }, () => data),
  }))

const recordCase = (inner: fc.Arbitrary<Case>): fc.Arbitrary<Case> =>
  fc
    .tuple(fc.array(inner, { maxLength: 4 }), fc.nat(15), fc.boolean())
    .map(([members, required, isClosed]) => ({
      schema: compact({
        type: 'object',
        properties: Object.fromEntries(
          members.map(({ schema }, index) => [`member_${index}`, schema]),
        ),
        required: members.flatMap((_, index) =>
          (required >> index) & 1 ? [`member_${index}`] : [],
        ),
        additionalProperties: isClosed ? false : undefined,
      }),
      data: Object.fromEntries(members.map(({ data }, index) => [`member_${index}`, data])),
    }))

const mapCase = (inner: fc.Arbitrary<Case>): fc.Arbitrary<Case> =>
  fc.tuple(inner, fc.nat(12), fc.nat(3)).map(([{ schema, data }, count, min]) => ({
    schema: compact({
      type: 'object',
      additionalProperties: schema,
      minProperties: min > 1 ? Math.min(min, count) : undefined,
    }),
    data: Object.fromEntries(Array.from({ length: count }, (_, index) => [`entry ${index}`, data])),
  }))

const unionCase = (inner: fc.Arbitrary<Case>): fc.Arbitrary<Case> =>
  fc.tuple(inner, inner, fc.constantFrom('anyOf', 'oneOf')).map(([one, other, keyword]) => {
    const branch = ({ schema }: Case, kind: string) => ({
      type: 'object',
      properties: { kind: { const: kind }, body: schema },
      required: ['kind', 'body'],
    })
    return {
      schema: { [keyword]: [branch(one, 'one'), branch(other, 'other'), { type: 'null' }] },
      data: { kind: 'one', body: one.data },
    }
  })

const toCase = (schema: JsonSchema, data: unknown): Case => ({ schema, data })

const oddCase = (inner: fc.Arbitrary<Case>): fc.Arbitrary<Case> =>
  fc.oneof(
    anyText.map((text) =>
      toCase(
        {
          oneOf: [
            { type: 'string', maxLength: 5 },
            { type: 'string', minLength: 6 },
          ],
        },
        text,
      ),
    ),
    anyText.map((text) =>
      toCase({ type: 'string', not: { maxLength: Math.max(0, lengthOf(text) - 1) } }, text),
    ),
    fc
      .uniqueArray(anyText, { maxLength: 12 })
      .map((data) => toCase({ type: 'array', items: { type: 'string' }, uniqueItems: true }, data)),
    inner.map(({ schema, data }) =>
      toCase({ type: 'array', prefixItems: [schema, { type: 'string' }], minItems: 2 }, [
        data,
        'x'.repeat(300),
      ]),
    ),
    inner.map(({ schema, data }) => toCase({ type: 'array', contains: schema }, [1, 2, data])),
    inner.map(({ schema, data }) =>
      toCase(
        {
          allOf: [
            { type: 'object', properties: { a: schema } },
            {
              type: 'object',
              properties: { b: { type: 'string', minLength: 100 } },
              required: ['b'],
            },
          ],
          unevaluatedProperties: false,
        },
        { a: data, b: 'y'.repeat(400) },
      ),
    ),
    inner.map(({ schema, data }) =>
      toCase(
        {
          if: { properties: { a: { type: 'string', minLength: 90 } } },
          else: { required: ['b'] },
          properties: { a: schema },
        },
        { a: data, b: 'z'.repeat(200) },
      ),
    ),
    inner.map(({ schema, data }) =>
      toCase({ anyOf: [{ anyOf: [schema, { type: 'boolean' }] }, { type: 'null' }] }, data),
    ),
    inner.map(({ schema, data }) =>
      toCase(
        {
          patternProperties: { '^x': schema },
          additionalProperties: { type: 'string', maxLength: 500 },
        },
        { x1: data, x2: data, other: 'w'.repeat(500) },
      ),
    ),
  )

const { valueCase } = fc.letrec<{ valueCase: Case }>((tie) => ({
  valueCase: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    leafCase,
    listCase(tie('valueCase')),
    recordCase(tie('valueCase')),
    mapCase(tie('valueCase')),
    unionCase(tie('valueCase')),
    oddCase(tie('valueCase')),
  ),
}))

/** An answer with a total, an array with a plan, and something else. */
const answerCase = fc
  .tuple(valueCase, recordCase(valueCase), fc.nat(40), fc.nat(5))
  .map(([other, { schema, data }, count, minItems]) => ({
    schema: {
      type: 'object',
      properties: {
        total: { type: 'integer' },
        items: {
          type: 'array',
          minItems: Math.min(minItems, count),
          items: {
            type: 'object',
            properties: { id: { type: 'string' }, body: schema },
            required: ['id'],
          },
        },
        other: other.schema,
      },
      required: ['total', 'items'],
    } as JsonSchema,
    data: {
      total: count,
      items: Array.from({ length: count }, (_, index) => ({ id: `item-${index}`, body: data })),
      other: other.data,
    },
  }))

const plan: FidelityPlan = {
  items: [
    {
      path: 'items',
      id: 'id',
      priority: ({ id }: { id: string }) => (id.length * 7 + id.charCodeAt(5)) % 5,
      protected: ({ id }: { id: string }) => id === 'item-3',
      summarise: ({ id }: { id: string }) => ({ id }),
    },
  ],
}
const plans = fc.constantFrom(undefined, plan)
const ajv = new Ajv2020({ strict: false, validateFormats: false })
const none = new Set<string>()

const toText = (draft: Draft, budget: number) =>
  JSON.stringify({ success: true, data: draft.data, meta: toFidelityNotes(draft, { budget }) })

describe('an answer that is made smaller', () => {
  it('matches its schema at every level and size', () => {
    fc.assert(
      fc.property(answerCase, plans, fc.nat(3_000), ({ schema, data }, plan, allowance) => {
        const validate = ajv.compile(schema)
        fc.pre(validate(data))
        const planned = { arrays: findPlannedArrays(data, plan) }
        const drafter = new Drafter(measureParts(data, allowedBy(schema), planned))
        for (const level of drafter.levels)
          expect(
            validate(drafter.draft(level, allowance).draft.data),
            `${level}: ${JSON.stringify(validate.errors)}`,
          ).toBe(true)
      }),
      { numRuns: Number(process.env.RUNS ?? 300) },
    )
  }, 60_000)

  it('is within its budget by the exact tokenizer, and fitting it again changes nothing', () => {
    fc.assert(
      fc.property(
        answerCase,
        plans,
        fc.integer({ min: 512, max: 6_000 }),
        ({ schema, data }, plan, budget) => {
          fc.pre(ajv.validate(schema, data))
          const options = {
            schema,
            plan,
            budget,
            measure: (draft: Draft) => estimateTokens(toText(draft, budget)),
          }
          const fitted = fit(data, options)
          expect(ajv.validate(schema, fitted.data)).toBe(true)
          expect(fitted.data).toMatchObject({ total: data.total })
          expect(fitted.fits).toBe(fitted.tokens <= budget)
          if (fitted.fits)
            expect(
              countTokens(toText(fitted, budget), {
                allowedSpecial: none,
                disallowedSpecial: none,
              }),
            ).toBeLessThanOrEqual(budget)
          const again = fit(fitted.data, options)
          if (fitted.fits) expect(again.data).toBe(fitted.data)
          else expect(again.data).toEqual(fitted.data)
          expect(fit(data, options)).toEqual(fitted)
        },
      ),
      { numRuns: Number(process.env.RUNS ?? 150) },
    )
  }, 60_000)
})
