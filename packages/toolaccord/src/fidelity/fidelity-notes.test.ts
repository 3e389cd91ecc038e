import { describe, expect, it } from 'vitest'
import { placeholderHash, toFidelityNotes } from './fidelity-notes.ts'
import type { Draft } from './fit/drafter.ts'
import { estimateTokens } from './tokens/estimate-tokens.ts'

const draft = (more: Partial<Draft> = {}): Draft => ({
  data: {},
  level: 'partial',
  droppedIds: ['finding-003', 'source-015'],
  counts: { total: 5, dropped: 2, condensed: 0, cutTexts: 0, wholes: 0 },
  omitted: [],
  ...more,
})
const hash = `sha256:${'0f'.repeat(32)}`
const tool = 'retrieve_content'

describe('toFidelityNotes', () => {
  it('says nothing about a whole answer', () => {
    expect(toFidelityNotes(draft({ level: 'full' }), { budget: 20_000 })).toEqual({})
  })

  it('gives level, version, ids, hashes, counts and how to fetch the rest', () => {
    expect(
      toFidelityNotes(draft(), {
        budget: 20_000,
        archiveHashes: { answer: hash },
        retrieveTool: tool,
      }),
    ).toEqual({
      fidelity: {
        level: 'partial',
        schemaVersion: '1.0',
        droppedIds: ['finding-003', 'source-015'],
        archiveHashes: { answer: hash },
      },
      warnings: [
        {
          code: 'CONTENT_TRUNCATED',
          severity: 'info',
          message: '2 of 5 items left out to fit 20,000 tokens.',
          context: {
            reason: 'token_limit_exceeded',
            dropped_count: 2,
            total_count: 5,
            budget: 20_000,
          },
        },
      ],
      instruction:
        'This answer is not whole. If you need what is missing, take a next step to get it.',
      next: [{ tool, args: { hash }, why: 'for all of it' }],
    })
  })

  it('says where single items are', () => {
    const { next } = toFidelityNotes(
      draft({ omitted: [{ kind: 'item', path: 'findings[3]', id: 'finding-003', value: 1 }] }),
      {
        budget: 20_000,
        archiveHashes: { answer: hash, items: placeholderHash },
        retrieveTool: tool,
      },
    )
    expect(next?.[1]).toEqual({
      tool,
      args: { hash: placeholderHash },
      why: 'with ids from dropped_content_ids, for just these',
    })
  })

  it('says whose ids fetch single items if all are there, condensed', () => {
    const { next } = toFidelityNotes(
      draft({
        level: 'summary',
        droppedIds: [],
        omitted: [{ kind: 'condensed', path: 'findings[3]', id: 'finding-003', value: 1 }],
      }),
      {
        budget: 20_000,
        archiveHashes: { answer: hash, items: placeholderHash },
        retrieveTool: tool,
      },
    )
    expect(next?.[1]?.why).toBe('with ids of condensed items, for these whole')
  })

  it('suggests the whole answer alone in the lowest budgets, where each hash counts', () => {
    const omitted = [{ kind: 'item', path: 'findings[3]', id: 'finding-003', value: 1 }] as const
    const archiveHashes = { answer: hash, items: placeholderHash }
    const options = { budget: 512, archiveHashes, retrieveTool: tool }
    const { next, fidelity } = toFidelityNotes(draft({ omitted }), options)
    expect(next).toEqual([{ tool, args: { hash }, why: 'for all of it' }])
    expect(fidelity?.archiveHashes).toEqual(archiveHashes)
  })

  it('says what else was done, and what to do if nothing is kept', () => {
    const { warnings, instruction, next } = toFidelityNotes(
      draft({
        level: 'summary',
        droppedIds: [],
        counts: { total: 1_500, dropped: 1_200, condensed: 300, cutTexts: 1, wholes: 2 },
      }),
      { budget: 600 },
    )
    expect(warnings?.[0]).toMatchObject({
      message:
        '2 parts left out as a whole, 1,200 of 1,500 items left out, 300 items condensed, ' +
        '1 text cut to fit 600 tokens.',
      context: { condensed_count: 300, cut_text_count: 1, dropped_whole_count: 2 },
    })
    expect(instruction).toBe(
      'This answer is not whole. Narrow the request or read it in pages to see the rest.',
    )
    expect(next).toEqual([])
  })

  it('lists ids in a small share of the budget, and counts those that are not listed', () => {
    const droppedIds = Array.from({ length: 3_000 }, (_, index) => `finding-${index}`)
    const many = toFidelityNotes(draft({ droppedIds }), { budget: 200_000 })
    expect(many.fidelity?.droppedIds).toEqual(droppedIds.slice(0, 100))
    expect(many.warnings?.[0]?.context).toMatchObject({ unlisted_id_count: 2_900 })
    const few = toFidelityNotes(draft({ droppedIds }), { budget: 1_000 }).fidelity?.droppedIds ?? []
    expect(few.length).toBeGreaterThan(3)
    expect(estimateTokens(JSON.stringify(few))).toBeLessThan(60)
    expect(
      toFidelityNotes(draft({ droppedIds: ['x'.repeat(10_000)] }), { budget: 1_000 }).fidelity,
    ).toEqual({ level: 'partial', schemaVersion: '1.0' })
  })

  it('can be measured with a hash that no other outweighs', () => {
    for (const digits of ['0f', 'ab', '12', 'a1', 'd9c', 'f00d', '7e5b1']) {
      expect(estimateTokens(`sha256:${digits.repeat(64).slice(0, 64)}`)).toBeLessThanOrEqual(
        estimateTokens(placeholderHash),
      )
    }
  })
})
