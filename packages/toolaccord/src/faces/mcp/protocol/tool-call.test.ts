import { describe, expect, it } from 'vitest'
import { chemigramContract } from '../../../contracts/chemigram/contract.ts'
import type { Contract } from '../../../contracts/contract/contract.ts'
import { dialects } from '../../../contracts/dialects.ts'
import { responseV2Contract } from '../../../contracts/response-v2/contract.ts'
import type { Codebook } from '../../../outcome/codebook.ts'
import { failure, rejection } from '../../../outcome/failure.ts'
import { type Outcome, ok } from '../../../outcome/outcome.ts'
import type { McpOptions } from './mcp-options.ts'
import { notesKey } from './meta-keys.ts'
import { toToolResult as toResult, writeToolCall } from './tool-call.ts'

/** As a server without a budget answers: at once. */
const toToolResult = (
  outcome: Outcome,
  contract: Contract,
  codes: Codebook,
  text: McpOptions['text'],
) => toResult(writeToolCall(outcome, contract, { codes, tools: () => [] }), text)

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
    expect(
      toToolResult(ok({ sum: 2 }, { message: 'Added.' }), chemigramContract, codes, 'full').meta,
    ).toEqual({
      [notesKey]: { notes: { message: 'Added.' } },
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

  it('has attachments after the envelope and not in it', () => {
    const image = { type: 'image', data: 'AA==', mimeType: 'image/png' } as const
    const { attachments, envelope, meta } = toToolResult(
      ok({ sum: 2 }, { attachments: [image] }),
      responseV2Contract,
      codes,
      'full',
    )
    expect(attachments).toEqual([image])
    expect(envelope + JSON.stringify(meta)).not.toContain('image')
  })
})
