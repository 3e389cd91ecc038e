import { describe, expect, it } from 'vitest'
import { findAncestor } from './find-ancestor.ts'
import type { LogEntry } from './log-entry.ts'

const main = 'refs/heads/main'
const warm = 'refs/heads/warm'
const step = (
  hash: string,
  parent: string | null,
  ref = main,
  op: LogEntry['op'] = 'snapshot',
): LogEntry => ({ timestamp: '', op, hash, parent, ref, label: null, metadata: {} })
const log = (...oldestFirst: readonly LogEntry[]) => oldestFirst.toReversed()

describe('an ancestor', () => {
  it('is found by moves only, whatever labels and checkouts are between them', () => {
    const entries = log(
      step('a', null),
      step('a', 'a', 'refs/tags/baseline', 'tag'),
      step('b', 'a'),
      step('b', 'b'),
      step('b', 'b', warm, 'branch'),
      step('c', 'b'),
    )
    expect(
      [0, 1, 2, 3].map((steps) => findAncestor(entries, { hash: 'c', ref: main }, steps)),
    ).toEqual(['c', 'b', 'a', undefined])
    expect(findAncestor(entries, { hash: 'b', ref: warm }, 1)).toBe('a')
  })

  it('is found by the way of the branch itself', () => {
    const entries = log(
      step('a', null),
      step('b', 'a'),
      step('x', 'b'),
      step('a', 'a', warm, 'branch'),
      step('x', 'a', warm),
    )
    expect(findAncestor(entries, { hash: 'x', ref: main }, 1)).toBe('b')
    expect(findAncestor(entries, { hash: 'x', ref: warm }, 1)).toBe('a')
  })

  it('undoes a reset, and ends although states repeat', () => {
    const entries = log(step('a', null), step('b', 'a'), step('a', 'b', main, 'reset'))
    expect(
      [1, 2, 3].map((steps) => findAncestor(entries, { hash: 'a', ref: main }, steps)),
    ).toEqual(['b', 'a', undefined])
  })
})
