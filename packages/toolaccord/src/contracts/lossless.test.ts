import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Codebook } from '../outcome/codebook.ts'
import { kinds } from '../outcome/kinds.ts'
import type { NextStep, Notes, Outcome, Problem } from '../outcome/outcome.ts'
import { chemigramContract } from './chemigram/contract.ts'
import { dtprContract } from './dtpr/contract.ts'
import { mcpGuideContract } from './mcp-guide/contract.ts'
import { responseV2Contract } from './response-v2/contract.ts'

const contracts = [chemigramContract, dtprContract, mcpGuideContract, responseV2Contract]
const serverCodes: Codebook = { quota_used_up: { kind: 'rate_limit' }, gone: { kind: 'not_found' } }

const optional = <T extends object>(shape: { [Key in keyof T]: fc.Arbitrary<T[Key]> }) =>
  fc.record(shape, { requiredKeys: [] })
const object = fc.dictionary(
  fc.oneof(
    fc.string(),
    fc.constantFrom('path', 'hint', 'field', 'errors', 'error_code', 'validation_errors'),
    fc.constantFrom('feature', 'retry_after_seconds'),
  ),
  fc.jsonValue(),
  { maxKeys: 4 },
)
const text = fc.string({ minLength: 0, maxLength: 30, unit: 'grapheme' })

const step: fc.Arbitrary<NextStep> = fc
  .tuple(
    fc.record({ tool: text }),
    optional({
      args: object,
      why: text,
      command: text,
      method: fc.constantFrom('GET', 'POST', 'DELETE'),
      href: text,
    }),
  )
  .map(([required, more]) => ({ ...required, ...more }))
const next = fc.array(step, { maxLength: 3 })

const problem: fc.Arbitrary<Problem> = fc
  .tuple(
    fc.record({
      code: fc.constantFrom(
        'gone',
        'quota_used_up',
        'invalid_input',
        'not_in_any_book',
        'constructor',
        'FEATURE_DISABLED',
        'RATE_LIMIT_EXCEEDED',
      ),
      message: text,
    }),
    optional({
      path: text,
      hint: fc.oneof(text, fc.constantFrom(...Object.values(kinds).map(({ retry }) => retry))),
      details: object,
      next,
      kind: fc.constantFrom(...(Object.keys(kinds) as (keyof typeof kinds)[])),
      recoverable: fc.boolean(),
      exception: fc.record({ type: text, message: text }),
    }),
  )
  .map(([required, more]) => ({ ...required, ...more }))

const warning = fc
  .tuple(
    fc.record({ message: text }),
    optional({
      code: text,
      severity: fc.constantFrom('info' as const, 'warning' as const, 'error' as const),
      context: object,
    }),
  )
  .map(([required, more]) => ({ ...required, ...more }))

const notes: fc.Arbitrary<Notes> = optional({
  requestId: text,
  message: text,
  instruction: text,
  warnings: fc.array(warning, { maxLength: 3 }),
  next,
  page: fc
    .tuple(
      fc.record({ cursor: fc.option(text), hasMore: fc.boolean() }),
      optional({ size: fc.nat(), total: fc.nat() }),
    )
    .map(([required, more]) => ({ ...required, ...more })),
  rateLimit: optional({
    limit: fc.nat(),
    remaining: fc.nat(),
    resetAt: fc.oneof(text, fc.nat()),
    retryAfterSeconds: fc.nat(),
  }),
  timing: fc.dictionary(text, fc.nat(), { maxKeys: 3 }),
  fidelity: optional({
    level: fc.constantFrom(
      'full' as const,
      'partial' as const,
      'summary' as const,
      'reference_only' as const,
    ),
    schemaVersion: text,
    droppedIds: fc.array(text, { maxLength: 3 }),
    archiveHashes: fc.dictionary(text, text, { maxKeys: 2 }),
  }),
  version: text,
  contentHash: text,
  deprecation: optional({ since: text, use: text, removeIn: text }),
  extra: fc.dictionary(
    fc.oneof(text, fc.constantFrom('pagination', 'disposition', 'version', 'warnings')),
    fc.jsonValue(),
    { maxKeys: 3 },
  ),
})

const outcome: fc.Arbitrary<Outcome> = fc.oneof(
  fc.record({ ok: fc.constant(true as const), data: fc.jsonValue(), notes }),
  fc
    .tuple(
      fc.record({
        ok: fc.constant(false as const),
        problems: fc
          .tuple(problem, fc.array(problem, { maxLength: 3 }))
          .map(([first, others]) => [first, ...others] as [Problem, ...Problem[]]),
        soft: fc.boolean(),
        notes,
      }),
      optional({ data: fc.jsonValue() }),
    )
    .map(([required, more]) => ({ ...required, ...more })),
)

/** Returns the value as a JSON wire leaves it, -0 included. */
const overTheWire = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T

describe.each(contracts)('the $name dialect', (contract) => {
  const codes = { ...contract.codes, ...serverCodes }

  it('gives back every outcome it encodes, over JSON', () => {
    fc.assert(
      fc.property(outcome, (given) => {
        const decoded = contract.decode(overTheWire(contract.encode(given, codes)), codes)
        expect(decoded).toEqual(overTheWire(given))
      }),
      { numRuns: 1_000 },
    )
  })

  it.each(['schema', 'leanSchema'] as const)(
    'encodes only what its own %s and its own detector accept',
    (kind) => {
      const validate = new Ajv2020({ strict: false }).compile(contract[kind]({}))
      fc.assert(
        fc.property(outcome, (given) => {
          const { body } = overTheWire(contract.encode(given, codes))
          const claiming = contracts.filter((one) => one.is(body))
          expect(validate(body), JSON.stringify(validate.errors)).toBe(true)
          expect(claiming.map(({ name }) => name)).toEqual([contract.name])
        }),
        { numRuns: 500 },
      )
    },
  )
})
