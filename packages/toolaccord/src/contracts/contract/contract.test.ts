import { describe, expect, it } from 'vitest'
import { sameJson } from '../../json/json.ts'
import { exitOf, factsOf, kindOf, statusOf } from '../../outcome/codebook.ts'
import { failure, rejection } from '../../outcome/failure.ts'
import { ok } from '../../outcome/outcome.ts'
import { type Reason, reasons } from '../../outcome/reasons.ts'
import { chemigram, dialects, dtpr, mcpGuide, responseV2 } from '../index.ts'
import type { Contract } from './contract.ts'

const contracts = [...dialects.values()]
const merged = [chemigram, dtpr, mcpGuide, responseV2]

/** Every code of a contract with its kind, HTTP status and exit code; `reserved` if it is so. */
const table = ({ codes }: Contract) =>
  Object.entries(codes).map(([code, { kind, reserved }]) => {
    const failed = failure(code)
    const row = `${code} ${kind} ${statusOf(codes, failed)} ${exitOf(codes, failed)}`
    return reserved ? `${row} reserved` : row
  })

describe('the codes of a contract, for ever', () => {
  it('chemigram', () => {
    expect(table(chemigram)).toMatchInlineSnapshot(`
      [
        "invalid_input validation 400 2",
        "not_found not_found 404 3",
        "darktable_error internal 500 6",
        "synthesizer_error internal 500 8 reserved",
        "versioning_error conflict 409 5",
        "masking_error internal 500 7",
        "permission_error authorization 403 9 reserved",
        "state_error conflict 409 4",
        "not_implemented not_implemented 501 10 reserved",
        "internal_error internal 500 1",
      ]
    `)
  })

  it('dtpr', () => {
    expect(table(dtpr)).toMatchInlineSnapshot(`
      [
        "bad_request validation 400 2",
        "invalid_arguments validation 400 2",
        "payload_too_large validation 413 2",
        "not_found not_found 404 3",
        "unauthorized authentication 401 11",
        "forbidden authorization 403 9",
        "consent_required authorization 403 9",
        "feature_disabled feature_flag 403 12",
        "conflict conflict 409 4",
        "rate_limited rate_limit 429 14",
        "internal_error internal 500 1",
        "upstream_error unavailable 502 15",
        "not_implemented not_implemented 501 10",
        "unavailable unavailable 503 15",
        "timeout unavailable 504 15",
        "cancelled unavailable 499 130",
      ]
    `)
  })

  it('mcp-guide', () => {
    expect(table(mcpGuide)).toMatchInlineSnapshot(`
      [
        "validation_error validation 400 2",
        "request_error validation 400 2",
        "too_large validation 413 2",
        "not_found not_found 404 3",
        "authentication_error authentication 401 11",
        "security_error authorization 403 9",
        "safeguard_prevented authorization 403 9",
        "feature_disabled feature_flag 403 12",
        "conflict conflict 409 4",
        "rate_limited rate_limit 429 14",
        "unexpected_error internal 500 1",
        "not_implemented not_implemented 501 10",
        "unavailable unavailable 503 15",
        "timeout unavailable 504 15",
        "cancelled unavailable 499 130",
        "unknown internal 500 1",
      ]
    `)
  })

  it('response-v2', () => {
    expect(table(responseV2)).toMatchInlineSnapshot(`
      [
        "VALIDATION_ERROR validation 400 2",
        "INVALID_FORMAT validation 400 2",
        "MISSING_REQUIRED validation 400 2",
        "NOT_FOUND not_found 404 3",
        "SPEC_NOT_FOUND not_found 404 3",
        "TASK_NOT_FOUND not_found 404 3",
        "DUPLICATE_ENTRY conflict 409 4",
        "CONFLICT conflict 409 4",
        "UNAUTHORIZED authentication 401 11",
        "FORBIDDEN authorization 403 9",
        "FEATURE_DISABLED feature_flag 403 12",
        "RATE_LIMIT_EXCEEDED rate_limit 429 14",
        "INTERNAL_ERROR internal 500 1",
        "UNAVAILABLE unavailable 503 15",
        "CONSENT_REQUIRED authorization 403 9",
        "INVALID_CURSOR validation 400 2",
        "PAYLOAD_TOO_LARGE validation 413 2",
        "METHOD_NOT_ALLOWED validation 405 2",
        "NOT_ACCEPTABLE validation 406 2",
        "UNSUPPORTED_MEDIA_TYPE validation 415 2",
        "NOT_IMPLEMENTED not_implemented 501 10",
        "TIMEOUT unavailable 504 15",
        "CANCELLED unavailable 499 130",
      ]
    `)
  })

  it('give chemigram the exit codes 1 to 10 of its command line, each once', () => {
    const exits = Object.keys(chemigram.codes).map((code) => exitOf(chemigram.codes, failure(code)))
    expect(exits.sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  })
})

describe('a contract with its builders', () => {
  it.each(merged)(
    '$name is frozen and is the contract that callers ask for by its name',
    (contract) => {
      expect(Object.isFrozen(contract)).toBe(true)
      expect(contract).toMatchObject(dialects.get(contract.name) ?? expect.unreachable())
    },
  )
})

describe.each(contracts)('a problem of the framework in $name', (contract) => {
  // The cast restores the key type that Object.keys widens.
  it.each(Object.keys(reasons) as Reason[])(
    'has a code of the contract and its own kind for %s',
    (reason) => {
      const problem = contract.problem(reason)
      expect(factsOf(contract.codes, problem.code)).toHaveProperty('kind')
      expect(kindOf(contract.codes, problem)).toBe(reasons[reason].kind)
      expect(problem.message).toBe(reasons[reason].message)
    },
  )

  it('carries what the caller of problem() adds, and no kind if it is the kind of the code', () => {
    const more = {
      message: "There is no tool 'x'.",
      path: 'name',
      hint: "Did you mean 'y'?",
      details: { near: ['y'] },
    }
    expect(contract.problem('unknown_tool', more)).toEqual({
      code: contract.problem('unknown_tool').code,
      ...more,
    })
  })
})

describe('a code that is used for several reasons', () => {
  it('does not hide which kind of failure it is', () => {
    expect(chemigram.problem('rate_limited')).toEqual({
      code: 'state_error',
      message: 'Too many calls.',
      kind: 'rate_limit',
    })
    expect(chemigram.problem('conflict')).toEqual({
      code: 'state_error',
      message: 'The state does not allow this.',
    })
  })
})

const bodies = contracts.flatMap((contract) => [
  { contract, body: contract.encode(ok({})).body },
  { contract, body: contract.encode(failure('gone')).body },
])

describe.each(contracts)('decoding in $name', (contract) => {
  const foreign = bodies.filter((one) => one.contract !== contract).map(({ body }) => body)

  it.each([...foreign, {}, { success: null }, { ok: 1 }, { ok: true }])(
    'refuses %j, which is not its own, and says what to ask first',
    (body) => {
      const { name } = contract
      expect(() => contract.decode({ body })).toThrow(
        new TypeError(
          `This is not an envelope of the ${name} dialect. Ask ${name}.is() before decoding.`,
        ),
      )
    },
  )

  it.each([null, undefined, 'text', 7, [], [{ success: true, data: 1, error: null }]])(
    'does not take %j for an envelope',
    (value) => {
      expect(contract.is(value)).toBe(false)
    },
  )
})

/** Parsed, because only in JSON is `__proto__` a key like any other. */
const hostile: Record<string, unknown> = JSON.parse(`{
  "__proto__": { "polluted": true },
  "constructor": { "prototype": 1 },
  "hasOwnProperty": 1,
  "toString": null
}`)

describe.each(contracts)('hostile values in $name', (contract) => {
  const overTheWire = <T>(value: T): T => JSON.parse(JSON.stringify(value))

  it.each([
    ['data', ok(hostile)],
    ['details', failure('x', { details: hostile })],
    ['partial data', rejection([{ code: 'x' }], { data: hostile })],
    ['notes', ok(1, { extra: hostile, warnings: [{ message: 'm', context: hostile }] })],
  ])('pass through as keys in %s', (_, outcome) => {
    const decoded = contract.decode(overTheWire(contract.encode(outcome)))
    expect(sameJson(decoded, outcome)).toBe(true)
    expect({}).not.toHaveProperty('polluted')
  })

  it.each(['constructor', '__proto__', 'toString', ''])(
    'are codes of kind internal if a code is named %j',
    (code) => {
      const outcome = failure(code)
      expect(contract.decode(overTheWire(contract.encode(outcome)))).toEqual(outcome)
      expect(kindOf(contract.codes, outcome.problems[0])).toBe('internal')
    },
  )
})
