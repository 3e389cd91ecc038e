import { describe, expect, it } from 'vitest'
import { chemigramContract } from '../../../contracts/chemigram/contract.ts'
import type { Contract } from '../../../contracts/contract/contract.ts'
import { dialects } from '../../../contracts/dialects.ts'
import { responseV2Contract } from '../../../contracts/response-v2/contract.ts'
import type { Codebook } from '../../../outcome/codebook.ts'
import { failure, rejection } from '../../../outcome/failure.ts'
import { type Outcome, ok } from '../../../outcome/outcome.ts'
import { toProfilesByName } from '../hosts/profiles-by-name.ts'
import type { McpOptions } from '../protocol/mcp-options.ts'
import { notesKey } from '../protocol/meta-keys.ts'
import { toToolResult as toResult } from './create-call-planner.ts'
import { writeToolCall } from './tool-call.ts'

/** As a server without a budget answers: at once. */
const toToolResult = (
  outcome: Outcome,
  contract: Contract,
  codes: Codebook,
  text: McpOptions['text'],
) => {
  const form = { text, attaches: false, profile: undefined }
  return toResult(writeToolCall(outcome, contract, { codes, tools: () => [] }), form)
}

const codes = { ...responseV2Contract.codes, missing: { kind: 'not_found' } } as const
const hard: Outcome = failure('missing', {
  message: 'It is missing.',
  hint: 'Look elsewhere.',
  path: 'id',
})
const soft: Outcome = rejection(
  [
    { code: 'missing', message: 'a is missing.' },
    { code: 'missing', message: 'b is missing.' },
  ],
  { data: { found: [] } },
)
const outcomes: Readonly<Record<string, Outcome>> = {
  success: ok({ sum: 2 }),
  'success with notes': ok([1, 2], {
    message: 'Added.',
    instruction: 'Go on.',
    warnings: [{ message: 'Old.' }],
    timing: { duration_ms: 1 },
    extra: { a: 1 },
  }),
  'hard failure': hard,
  'soft failure': soft,
}

describe.each([...dialects.values()].map((contract) => [contract.name, contract] as const))(
  'a result in the %s dialect',
  (_, contract) => {
    it.each(Object.entries(outcomes))(
      'holds the whole %s in both fields, and beside them what the envelope has no field for',
      (_, outcome) => {
        const { envelope, text, meta } = toToolResult(outcome, contract, codes, undefined)
        expect(text).toBe(envelope)
        // The cast names what the result holds under this key.
        const overflow = meta?.[notesKey] as object | undefined
        // The cast names what went in.
        const sent = JSON.parse(
          JSON.stringify({ body: JSON.parse(envelope) as unknown, overflow }),
        ) as {
          body: Record<string, unknown>
          overflow?: object
        }
        expect(contract.decode(sent, codes)).toEqual(outcome)
      },
    )

    it('is an error for a hard failure only', () => {
      const isError = (outcome: Outcome) =>
        toToolResult(outcome, contract, codes, undefined).isError
      expect([ok(null), hard, soft].map(isError)).toEqual([false, true, false])
    })
  },
)

describe('a result', () => {
  it('has no notes beside it when the envelope holds them all', () => {
    expect(toToolResult(ok({ sum: 2 }), responseV2Contract, codes, 'full')).toHaveProperty(
      'meta',
      undefined,
    )
    const timed = ok({ sum: 2 }, { message: 'Added.', timing: { duration_ms: 1 } })
    expect(toToolResult(timed, chemigramContract, codes, 'full').meta).toEqual({
      [notesKey]: { notes: { timing: { duration_ms: 1 } } },
    })
  })

  it.each([
    ['Done.', ok({ sum: 2 })],
    ['Added.', ok({ sum: 2 }, { message: 'Added.' })],
    ['missing: It is missing. Look elsewhere.', hard],
    ['missing: a is missing.', soft],
  ])('says %j where the text is brief, and the whole envelope as ever', (text, outcome) => {
    const [brief, full] = (['brief', 'full'] as const).map((form) =>
      toToolResult(outcome, responseV2Contract, codes, form),
    )
    expect(brief?.text).toBe(text)
    expect(brief?.envelope).toBe(full?.envelope)
    expect(brief?.isError).toBe(full?.isError)
  })

  it('has attachments after the envelope, and a line about each in it', () => {
    const image = { type: 'image', data: 'AA==', mimeType: 'image/png' } as const
    const titled = { ...image, title: 'Sum', uri: 'sums://2' }
    const { attachments, envelope, meta } = toToolResult(
      ok({ sum: 2 }, { attachments: [titled] }),
      responseV2Contract,
      codes,
      'full',
    )
    expect(attachments).toEqual([image])
    expect(JSON.parse(envelope)).toHaveProperty('meta.attachments', [
      "Picture 'Sum' (image/png, 1 byte), beside this answer and at sums://2",
    ])
    expect(meta).toBe(undefined)
  })
})

describe('the form of a result', () => {
  const image = { type: 'image', data: 'AA==', mimeType: 'image/png' } as const
  const noted = ok(
    { sum: 2 },
    {
      message: 'Added.',
      instruction: 'Go on.',
      warnings: [{ code: 'OLD', message: 'It is old.' }],
      page: { cursor: 'c1', hasMore: true },
      fidelity: { level: 'partial', droppedIds: ['a', 'b'] },
      attachments: [image, { type: 'text', text: 'Beside.' }],
    },
  )
  const profiles = toProfilesByName()
  const toForm = (client: string, attaches = false) => ({
    text: undefined,
    attaches,
    profile: profiles.get(client)?.[0],
  })
  const write = (outcome: Outcome) =>
    writeToolCall(outcome, chemigramContract, { codes, tools: () => [] })

  it('has both fields for a host that nobody knows', () => {
    const result = toResult(write(noted), toForm('nobody'))
    expect([result.isContentOnly, result.text]).toEqual([false, result.envelope])
  })

  it('has content only if the tool attaches blocks, in every host', () => {
    for (const client of ['nobody', 'claude-code', 'codex-mcp-client', 'gemini-cli-mcp-client']) {
      expect(toResult(write(ok({ sum: 2 })), toForm(client, true)).isContentOnly).toBe(true)
    }
  })

  it('has content only in Codex if a tool attaches blocks without saying so', () => {
    expect(toResult(write(noted), toForm('codex-mcp-client')).isContentOnly).toBe(true)
    expect(toResult(write(ok({ sum: 2 })), toForm('codex-mcp-client')).isContentOnly).toBe(false)
    expect(toResult(write(noted), toForm('claude-code')).isContentOnly).toBe(false)
  })

  it('is a short text in a host that shows content, with every note on a line', () => {
    const { text, isContentOnly } = toResult(write(noted), toForm('gemini-cli-mcp-client'))
    expect(isContentOnly).toBe(false)
    expect(text.split('\n')).toEqual([
      '{"sum":2}',
      'Message: Added.',
      'Warning OLD: It is old.',
      'Next page: cursor "c1"',
      'Left out: a, b',
      'Attached: Picture (image/png, 1 byte), beside this answer',
      'Instruction: Go on.',
    ])
  })

  it('is said once in a host that shows a model whole failures', () => {
    const result = toResult(write(hard), toForm('gemini-cli-mcp-client'))
    expect(result).toMatchObject({ isContentOnly: true, isError: true, meta: undefined })
    expect(result.text).toBe('Error missing (id): It is missing.\nHint: Look elsewhere.')
  })

  it('says of a soft failure that it was not accepted, and shows the partial answer', () => {
    const result = toResult(write(soft), toForm('gemini-cli-mcp-client'))
    expect(result.text.split('\n')).toEqual([
      'Not accepted missing: a is missing.',
      'Not accepted missing: b is missing.',
      'Partial answer: {"found":[]}',
    ])
  })
})
