import { describe, expect, it } from 'vitest'
import { selectPassages, toCandidates } from './select-passages.ts'

type TermNumbers = readonly number[]

/** Returns the terms of passages that are given as numbers. */
const toTerms = (passages: readonly TermNumbers[]) => ({
  starts: Array.from(
    { length: passages.length + 1 },
    (_, passage) => passages.slice(0, passage).flat().length,
  ),
  ids: Int32Array.from(passages.flat()),
  spread: new Int32Array(),
  hits: [],
})
const select = (
  passages: readonly TermNumbers[],
  scores: readonly number[],
  options: { maxCount?: number; maxChars?: number } = {},
) =>
  selectPassages(toCandidates(Float64Array.from(scores), toTerms(passages)), {
    charsOf: () => 10,
    maxCount: 10,
    maxChars: 1_000,
    ...options,
  })

describe('selectPassages', () => {
  it('takes the best first, and the earlier of two equals', () => {
    expect(
      select(
        [
          [1, 2, 3],
          [4, 5, 6],
          [7, 8, 9],
        ],
        [0.5, 0.9, 0.5],
      ),
    ).toEqual([1, 0, 2])
  })

  it('leaves out a passage that repeats a better one, and puts a similar one last', () => {
    expect(
      select(
        [
          [1, 2, 3, 4],
          [1, 2, 3, 4],
          [1, 2, 5, 6],
          [7, 8, 9, 10],
        ],
        [0.9, 0.9, 0.8, 0.7],
      ),
    ).toEqual([0, 3, 2])
  })

  it('finds a different passage among any number of repeats', () => {
    expect(
      select(
        [...Array.from({ length: 500 }, () => [1, 2, 3]), [4, 5, 6]],
        [...Array.from({ length: 500 }, () => 0.9), 0.1],
      ),
    ).toEqual([0, 500])
  })

  it('takes at most one passage without terms', () => {
    expect(select([[], [], []], [0.3, 0.2, 0.1])).toEqual([0])
  })

  it('leaves out passages without a score', () => {
    expect(
      select(
        [
          [1, 2, 3],
          [4, 5, 6],
        ],
        [0, 0.1],
      ),
    ).toEqual([1])
    expect(select([[1, 2, 3]], [0])).toEqual([])
  })

  it('leaves out passages of few terms, if there are others', () => {
    expect(select([[1], [2, 3, 4]], [0.9, 0.1])).toEqual([1])
    expect(select([[1], [2]], [0.9, 0.1])).toEqual([0, 1])
  })

  it('stays within count and length, but takes the best in any case', () => {
    const passages = [
      [1, 2, 3],
      [4, 5, 6],
      [7, 8, 9],
    ]
    expect(select(passages, [0.3, 0.2, 0.1], { maxCount: 2 })).toEqual([0, 1])
    expect(select(passages, [0.3, 0.2, 0.1], { maxChars: 29 })).toEqual([0, 1])
    expect(select(passages, [0.3, 0.2, 0.1], { maxChars: 0 })).toEqual([0])
  })
})
