import { describe, expect, it } from 'vitest'
import type { Codebook } from '../../outcome/codebook.ts'
import { failure, rejection, toFailure } from '../../outcome/failure.ts'
import { kinds } from '../../outcome/kinds.ts'
import { type Notes, type Problem, ok } from '../../outcome/outcome.ts'
import { chemigram, dialects, dtpr, mcpGuide, responseV2 } from '../index.ts'
import { applyOverflow, toOverflow } from './overflow.ts'

const codes: Codebook = { gone: { kind: 'not_found' }, taken: { kind: 'conflict' } }

const notes: Required<Notes> = {
  requestId: 'req_1',
  message: 'Done.',
  instruction: 'Go on.',
  warnings: [{ message: 'The cache is old.' }],
  next: [{ tool: 'list_notes', args: { limit: 5 }, why: 'to see every id' }],
  page: { cursor: 'abc', hasMore: true },
  rateLimit: { limit: 10, remaining: 1 },
  timing: { duration_ms: 5 },
  fidelity: { level: 'summary' },
  version: 'ai@1',
  contentHash: 'sha256-1',
  deprecation: { since: '1.1.0', use: 'get_note' },
  attachments: [{ type: 'text', text: 'Beside the data.' }],
  job: { id: 'j1', tool: 'develop', isPending: true },
  extra: { disposition: 'agent/information' },
}

type Held = Readonly<Record<string, readonly (keyof Notes)[]>>

/** The notes that the fields of each source document hold. */
const heldBySource: Held = {
  chemigram: [],
  dtpr: ['warnings', 'page', 'version', 'contentHash'],
  'mcp-guide': ['message', 'instruction', 'extra'],
  // The cast restores the key type that Object.keys widens.
  'response-v2': (Object.keys(notes) as (keyof Notes)[]).filter(
    (name) => name !== 'attachments' && name !== 'job',
  ),
}

/** The notes that a model must know, which every envelope holds. */
const heldByAll: readonly (keyof Notes)[] = [
  'message',
  'instruction',
  'warnings',
  'page',
  'fidelity',
  'deprecation',
  'next',
]

const cases = [...dialects.values()].flatMap((contract) => [
  { shape: contract.name, contract, added: heldByAll },
  { shape: `bare ${contract.name}`, contract: contract.bare, added: [] },
])

describe.each(cases)('what the envelope of $shape has no field for', ({ contract, added }) => {
  it.each(Object.entries(notes))('overflows, and nothing else does: the note %s', (name, note) => {
    const isHeld = [...(heldBySource[contract.name] ?? []), ...added].some((one) => one === name)
    const expected = isHeld ? undefined : { notes: { [name]: note } }
    expect(contract.encode(ok({}, { [name]: note })).overflow).toEqual(expected)
  })

  it('comes back with the envelope', () => {
    const outcome = rejection(
      [
        { code: 'gone', message: 'First.' },
        { code: 'taken', message: 'Second.' },
      ],
      { data: [1], notes },
    )
    expect(contract.decode(contract.encode(outcome, codes), codes)).toEqual(outcome)
  })

  it('is nothing for a plain success and a plain failure', () => {
    const failed = failure('gone', { message: 'No.', hint: 'Ask.' })
    expect(contract.encode(ok({ a: 1 }))).not.toHaveProperty('overflow')
    expect(contract.encode(failed, codes)).not.toHaveProperty('overflow')
  })
})

describe('a second problem', () => {
  const first: Problem = { code: 'gone', message: 'First.', path: 'x' }
  const toOutcome = (second: Problem) => toFailure([first, second])
  const sameCode = toOutcome({ code: 'gone', message: 'Second.', path: 'y' })
  const otherCode = toOutcome({ code: 'taken', message: 'Second.' })

  it.each([...dialects.values()])(
    'is in the envelope of $name if it is of the same code and has a path',
    (contract) => {
      expect(contract.encode(sameCode, codes)).not.toHaveProperty('overflow')
    },
  )

  it.each([
    { contract: chemigram, overflow: undefined },
    { contract: dtpr, overflow: undefined },
    { contract: mcpGuide, overflow: { problems: otherCode.problems } },
    { contract: responseV2, overflow: undefined },
  ])('of another code overflows in $contract.name: $overflow', ({ contract, overflow }) => {
    expect(contract.encode(otherCode, codes).overflow).toEqual(overflow)
  })
})

describe('properties of a problem', () => {
  it.each([
    { contract: chemigram, more: { kind: 'conflict' }, overflows: true },
    { contract: chemigram, more: { recoverable: false }, overflows: false },
    { contract: dtpr, more: { details: { id: 7 } }, overflows: true },
    {
      contract: mcpGuide,
      more: { exception: { type: 'RangeError', message: 'Too far.' } },
      overflows: false,
    },
    { contract: mcpGuide, more: { recoverable: false }, overflows: true },
    { contract: responseV2, more: { kind: 'conflict' }, overflows: false },
    {
      contract: responseV2,
      more: { exception: { type: 'RangeError', message: 'Too far.' } },
      overflows: true,
    },
  ] as const)(
    'overflow in $contract.name, all of them, if one has no field: $more, $overflows',
    ({ contract, more, overflows }) => {
      const problems = [{ code: 'gone', message: 'No.', ...more }] as const
      const expected = overflows ? { problems } : undefined
      expect(contract.encode(toFailure(problems), codes).overflow).toEqual(expected)
    },
  )
})

describe('data', () => {
  it.each([
    { contract: chemigram, overflow: undefined },
    { contract: chemigram.bare, overflow: { data: { value: { kept: 1 } } } },
    { contract: dtpr, overflow: undefined },
    { contract: mcpGuide, overflow: undefined },
    { contract: mcpGuide.bare, overflow: { data: { value: { kept: 1 } } } },
    { contract: responseV2, overflow: undefined },
  ])('of a failure overflows in $contract.name: $overflow', ({ contract, overflow }) => {
    const outcome = failure('gone', { data: { kept: 1 } })
    expect(contract.encode(outcome, codes).overflow).toEqual(overflow)
  })

  it('of a failure is in a property of its own if it is named like one of the error', () => {
    const { body, overflow } = responseV2.encode(
      failure('NOT_FOUND', { message: 'No.', data: { details: 1, kept: 1 } }),
    )
    expect(body.data).toEqual({
      partial_data: { details: 1, kept: 1 },
      error_code: 'NOT_FOUND',
      error_type: 'not_found',
      remediation: kinds.not_found.retry,
    })
    expect(overflow).toBeUndefined()
  })

  it.each([
    [[1, 2], { items: [1, 2] }, { shape: 'items' }],
    ['text', { value: 'text' }, { shape: 'value' }],
    [null, {}, { shape: 'empty' }],
    [{ items: [1] }, { items: [1] }, undefined],
  ])(
    'of a success that is %j is %j in response-v2, and its shape overflows',
    (data, wrapped, overflow) => {
      const wire = responseV2.encode(ok(data))
      expect(wire.body.data).toEqual(wrapped)
      expect(wire.overflow).toEqual(overflow)
      expect(responseV2.decode(wire)).toEqual(ok(data))
    },
  )
})

describe('that a failure is soft', () => {
  it.each([
    { contract: chemigram, overflow: { soft: true } },
    { contract: dtpr, overflow: { soft: true } },
    { contract: mcpGuide, overflow: { soft: true } },
    { contract: responseV2, overflow: undefined },
  ])('overflows in $contract.name: $overflow', ({ contract, overflow }) => {
    expect(contract.encode(rejection([{ code: 'gone' }]), codes).overflow).toEqual(overflow)
  })
})

describe('a note that the envelope seems to hold', () => {
  it('is taken back by null', () => {
    const outcome = ok({}, { extra: { pagination: { cursor: 'abc' } } })
    const wire = responseV2.encode(outcome)
    expect(wire.body.meta).toEqual({ version: 'response-v2', pagination: { cursor: 'abc' } })
    expect(wire.overflow).toEqual({
      notes: { page: null, extra: { pagination: { cursor: 'abc' } } },
    })
    expect(responseV2.decode(wire)).toEqual(outcome)
  })

  it('overflows if reading gives another one', () => {
    const outcome = ok({}, { warnings: [{ message: 'note: not a code' }] })
    expect(dtpr.encode(outcome)).toEqual({
      body: { ok: true, data: {}, meta: { warnings: ['note: not a code'] } },
      overflow: { notes: outcome.notes },
    })
  })
})

describe('toOverflow', () => {
  it('counts undefined properties as absent', () => {
    const outcome = ok({ a: 1, b: undefined }, { message: undefined })
    expect(toOverflow(outcome, ok({ a: 1 }), undefined)).toBeUndefined()
  })
})

describe('applyOverflow', () => {
  it('gives what was read if there is no overflow', () => {
    const outcome = ok(1)
    expect(applyOverflow(outcome, undefined)).toBe(outcome)
  })

  it('takes back data that the envelope seems to hold, also if JSON dropped undefined', () => {
    const readBack = failure('gone', { data: { x: 1 } })
    expect(applyOverflow(readBack, { data: {} })).toEqual(failure('gone'))
  })
})
