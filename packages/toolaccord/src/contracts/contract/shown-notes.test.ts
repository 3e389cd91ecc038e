import { describe, expect, it } from 'vitest'
import { failure, toFailure } from '../../outcome/failure.ts'
import { type Notes, type Outcome, ok } from '../../outcome/outcome.ts'
import { chemigram, dialects, dtpr, mcpGuide } from '../index.ts'

const contracts = [...dialects.values()]
const hash = `sha256:${'0a'.repeat(32)}`
const notes: Notes = {
  requestId: 'r1',
  message: 'There is one note.',
  instruction: `This answer is not whole. Call retrieve_content with hash ${hash}.`,
  warnings: [{ code: 'STALE_CACHE', severity: 'warning', message: 'The cache is an hour old.' }],
  page: { cursor: 'next-page', hasMore: true },
  fidelity: { level: 'partial', droppedIds: ['n7'], archiveHashes: { answer: hash } },
  deprecation: { since: '1.1.0', use: 'read_note' },
  attachments: [{ type: 'image', data: 'AAAA', mimeType: 'image/png', title: 'A note' }],
}

const toEnvelope = (contract: (typeof contracts)[number], outcome: Outcome) =>
  JSON.stringify(contract.encode(outcome).body)

describe.each(contracts)('the envelope of $name', (contract) => {
  it.each([
    ['success', ok({ id: 'n1' }, notes)],
    ['failure', failure('gone', { message: 'No.', notes })],
  ])('shows a model all that it must know, once, on %s', (_, outcome) => {
    const envelope = toEnvelope(contract, outcome)
    const facts = [
      notes.message ?? '',
      'This answer is not whole',
      'The cache is an hour old.',
      'next-page',
      'n7',
      'read_note',
      'image/png',
    ]
    for (const fact of facts) {
      // response-v2 has a line and the details of a warning.
      const times = contract.name === 'response-v2' && fact.startsWith('The cache') ? 2 : 1
      expect(envelope.split(fact), `${fact} in ${envelope}`).toHaveLength(times + 1)
    }
    expect(envelope).toContain(hash)
  })

  it('is that of its source if there is nothing to say', () => {
    const said = ok({ id: 'n1' }, { requestId: 'r1', version: '3', contentHash: 'sha256-1' })
    expect(contract.encode(said).body).toEqual(contract.bare.encode(said).body)
  })

  it('is that of its source in the bare shape, which loses nothing either', () => {
    const { bare } = contract
    const outcome = failure('gone', { message: 'No.', data: { kept: 1 }, notes })
    expect(bare.decode(bare.encode(outcome))).toEqual(outcome)
    expect(bare.bare).toBe(bare)
    expect(contract.decode(bare.encode(outcome))).toEqual(outcome)
  })
})

describe('the added property', () => {
  it('is notes in chemigram and in mcp-guide, and more of meta in dtpr', () => {
    const said = ok({ id: 'n1' }, { message: 'One.', warnings: [{ code: 'OLD', message: 'Old.' }] })
    expect(chemigram.encode(said).body).toEqual({
      success: true,
      data: { id: 'n1' },
      error: null,
      notes: { message: 'One.', warnings: ['OLD: Old.'] },
    })
    expect(mcpGuide.encode(said).body).toEqual({
      success: true,
      value: { id: 'n1' },
      message: 'One.',
      notes: { warnings: ['OLD: Old.'] },
    })
    expect(dtpr.encode(said).body).toEqual({
      ok: true,
      data: { id: 'n1' },
      meta: { warnings: ['OLD: Old.'], message: 'One.' },
    })
  })

  it('says a deprecation once, as the warning that announces it', () => {
    const warnings = [{ code: 'DEPRECATED', message: "Use 'read_note'." }]
    const said = ok({}, { warnings, deprecation: { use: 'read_note' } })
    expect(chemigram.encode(said).body.notes).toEqual({
      warnings: ["DEPRECATED: Use 'read_note'."],
    })
    expect(chemigram.decode(chemigram.encode(said))).toEqual(said)
  })

  it('names hashes that the instruction does not name', () => {
    const said = ok({}, { fidelity: { level: 'summary', archiveHashes: { answer: hash } } })
    expect(chemigram.encode(said).body.notes).toEqual({
      content_fidelity: 'summary',
      content_archive_hashes: { answer: hash },
    })
  })

  it('holds the partial answer of a failure if the source has no place for it', () => {
    const failed = failure('gone', { message: 'No.', data: { kept: 1 } })
    expect(chemigram.encode(failed).body.notes).toEqual({ partial_data: { kept: 1 } })
    expect(mcpGuide.encode(failed).body.notes).toEqual({ partial_data: { kept: 1 } })
  })

  it('names the problems that mcp-guide has no place for', () => {
    const failed = toFailure([
      { code: 'gone', message: 'First.', path: 'a', hint: 'Look.' },
      { code: 'gone', message: 'Second.', path: 'b', hint: 'Look.' },
      { code: 'gone', message: 'Third.', path: 'c', hint: 'Ask.' },
      { code: 'taken', message: 'Fourth.' },
    ])
    expect(mcpGuide.encode(failed).body.notes).toEqual({
      problems: ['gone: Third. Ask.', 'taken: Fourth.'],
    })
    expect(mcpGuide.decode(mcpGuide.encode(failed))).toEqual(failed)
  })
})
