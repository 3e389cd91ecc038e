import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toFailure } from '../outcome/failure.ts'
import { kinds } from '../outcome/kinds.ts'
import { type Notes, type Outcome, type Problem, ok } from '../outcome/outcome.ts'
import { isPlain } from './contract/contract.ts'
import { dialects } from './index.ts'

const text = fc.string({ minLength: 1, maxLength: 20, unit: 'grapheme' })
const absent = fc.constant(undefined)
const maybe = fc.option(text, { nil: undefined })

const notes: fc.Arbitrary<Notes> = fc.record(
  {
    requestId: maybe,
    message: maybe,
    instruction: maybe,
    version: maybe,
    contentHash: maybe,
    timing: fc.option(fc.dictionary(text, fc.nat(), { minKeys: 1, maxKeys: 2 }), {
      nil: undefined,
    }),
    page: absent,
  },
  { requiredKeys: [] },
)
const code = fc.oneof(text, fc.constantFrom('FEATURE_DISABLED', 'UNAVAILABLE'))
const hint = fc.oneof(maybe, fc.constantFrom(...Object.values(kinds).map(({ retry }) => retry)))
const problem: fc.Arbitrary<Problem> = fc.record(
  { code, message: text, path: maybe, hint, details: absent },
  { requiredKeys: ['code', 'message'] },
)
const outcome: fc.Arbitrary<Outcome> = fc.oneof(
  fc.record({
    ok: fc.constant(true as const),
    data: fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 3 }),
    notes,
  }),
  fc.record({
    ok: fc.constant(false as const),
    problems: fc.tuple(problem),
    soft: fc.constant(false),
    notes,
  }),
)

const overTheWire = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T

describe.each([...dialects.values()])('a plain outcome in the $name dialect', (contract) => {
  it('comes back as it was, though it is not read back when it is encoded', () => {
    fc.assert(
      fc.property(outcome, (given) => {
        expect(isPlain(given)).toBe(true)
        expect(contract.decode(overTheWire(contract.encode(given)))).toEqual(overTheWire(given))
      }),
    )
  })
})

describe.each([...dialects.values()])(
  'the text of an envelope in the $name dialect',
  (contract) => {
    it('is that of JSON.stringify', () => {
      const anId = fc.oneof(text, fc.constantFrom('req_1', 'a"b', '', 'é', '\u2028'))
      const aTime = fc.oneof(fc.integer(), fc.double(), fc.constant(-0))
      const timed = fc.record({ requestId: anId, timing: fc.record({ duration_ms: aTime }) })
      const someNotes = fc.oneof(notes, timed, timed.map(withMessage))
      const { toText = JSON.stringify } = contract
      fc.assert(
        fc.property(outcome, someNotes, (given, notes) => {
          const { body } = contract.encode({ ...given, notes })
          expect(toText(body)).toBe(JSON.stringify(body))
        }),
        { numRuns: 500 },
      )
    })
  },
)

const withMessage = (given: Notes): Notes => ({ ...given, message: 'More.' })

describe.each([...dialects.values()])('a problem with details in the $name dialect', (contract) => {
  const details = fc.dictionary(
    fc.oneof(
      fc.constantFrom('field', 'path', 'hint', 'errors', 'at', 'validation_errors'),
      fc.constantFrom('feature', 'retry_after_seconds'),
    ),
    fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null)),
  )

  it('comes back as it was, whatever the details are named', () => {
    fc.assert(
      fc.property(problem, details, (said, beside) => {
        const given = toFailure([{ ...said, details: beside }])
        expect(contract.decode(overTheWire(contract.encode(given)))).toEqual(overTheWire(given))
      }),
    )
  })
})

describe('isPlain', () => {
  const said = { code: 'gone', message: 'No.' }
  const failed = (more: Partial<Problem>) => toFailure([{ ...said, ...more }])

  it.each<[string, Outcome]>([
    ['data that is not an object', ok([1])],
    ['an empty note', ok({}, { message: '' })],
    ['no metric', ok({}, { timing: {} })],
    ['a metric that JSON does not have', ok({}, { timing: { x: Number.NaN } })],
    ['a note that is more than a string', ok({}, { warnings: [] })],
    ['a soft failure', toFailure([said], {}, true)],
    ['a failure with data', toFailure([said], { data: {} })],
    ['two problems', toFailure([said, said])],
    ['empty details', failed({ details: {} })],
    ['details that nest', failed({ details: { at: [1] } })],
    ['a detail that the dialect writes itself', failed({ details: { field: 'x' } })],
    ['a hint that the dialect writes itself', failed({ hint: 'Retry.' })],
    ['a problem of another kind', failed({ kind: 'conflict' })],
  ])('is false for %s', (_, given) => {
    expect(isPlain(given, ['field'], ['Retry.'])).toBe(false)
  })
})
