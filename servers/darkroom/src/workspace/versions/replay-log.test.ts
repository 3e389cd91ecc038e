import { describe, expect, it } from 'vitest'
import type { LogEntry } from './log-entry.ts'
import { replayLog } from './replay-log.ts'

const main = 'refs/heads/main'
const warm = 'refs/heads/warm'
const entry = (op: LogEntry['op'], hash: string, more: Partial<LogEntry> = {}): LogEntry => ({
  timestamp: '',
  op,
  hash,
  parent: null,
  ref: main,
  label: null,
  metadata: {},
  ...more,
})
const move = (hash: string, parent: string | null, ref = main) =>
  entry('snapshot', hash, { parent, ref })
const reset = (hash: string, asked?: string) =>
  entry('reset', hash, { metadata: asked === undefined ? {} : { asked } })
const tag = (hash: string, ref = 'refs/tags/baseline') => entry('tag', hash, { ref })
const replay = (...oldestFirst: readonly LogEntry[]) => replayLog(oldestFirst.toReversed())

/** The snapshots before HEAD, back to the first. */
function wayOf(history: ReturnType<typeof replayLog>, name: string, hash: string) {
  const way: string[] = []
  for (let moves = 1; ; moves++) {
    const before = history.before(name, hash, moves)
    if (before === undefined) return way
    way.push(before)
  }
}

describe('the way of a branch', () => {
  it('has moves only, whatever labels, tags and branches are between them', () => {
    const history = replay(
      move('a', null),
      tag('a'),
      move('b', 'a'),
      move('b', 'b'),
      entry('branch', 'b', { ref: warm, metadata: { from: 'HEAD' } }),
      move('c', 'b'),
    )
    expect(wayOf(history, 'HEAD', 'c')).toEqual(['b', 'a'])
    expect(wayOf(history, 'warm', 'b')).toEqual(['a'])
    expect(wayOf(history, warm, 'b')).toEqual(['a'])
  })

  it('is its own, although another branch has the same content', () => {
    const history = replay(
      move('a', null),
      tag('a'),
      move('b', 'a'),
      move('x', 'b'),
      entry('branch', 'a', { ref: warm, metadata: { from: 'baseline' } }),
      entry('checkout', 'a', { ref: warm, metadata: { asked: 'warm' } }),
      move('x', 'a', warm),
    )
    expect(wayOf(history, 'main', 'x')).toEqual(['b', 'a'])
    expect(wayOf(history, 'HEAD', 'x')).toEqual(['a'])
  })

  it('is walked back by resets, although contents recur', () => {
    const moves = [move('a', null), tag('a'), move('b', 'a'), move('c', 'b'), move('b', 'c')]
    const once = replay(...moves, reset('c', 'HEAD~1'))
    expect(wayOf(once, 'HEAD', 'c')).toEqual(['b', 'a'])
    const twice = replay(...moves, reset('c', 'HEAD~1'), reset('b', 'HEAD~1'))
    expect(wayOf(twice, 'HEAD', 'b')).toEqual(['a'])
    expect(wayOf(replay(...moves, reset('b', 'HEAD~2')), 'HEAD', 'b')).toEqual(['a'])
  })

  it('ends at the baseline after a reset to it, although the content came back before', () => {
    const history = replay(move('a', null), tag('a'), move('b', 'a'), move('a', 'b'), reset('a'))
    expect(wayOf(history, 'HEAD', 'a')).toEqual([])
    expect(history.undone('a')).toBe('b')
  })

  it('begins where a log begins that was cut', () => {
    expect(wayOf(replay(move('c', 'b'), move('d', 'c')), 'HEAD', 'd')).toEqual(['c', 'b'])
  })

  it('is that of the snapshot after a reset elsewhere, with nothing to redo', () => {
    const history = replay(
      move('a', null),
      tag('a'),
      move('b', 'a'),
      tag('b', 'refs/tags/keeper'),
      reset('a'),
      move('c', 'a'),
      reset('b', 'keeper'),
    )
    expect(wayOf(history, 'HEAD', 'b')).toEqual(['a'])
    expect(history.undone('b')).toBeUndefined()
  })

  it('is found by the hash if the log says another name than it means', () => {
    const history = replay(move('a', null), move('b', 'a'), move('c', 'b'), reset('a', 'HEAD~1'))
    expect(wayOf(history, 'HEAD', 'a')).toEqual([])
    expect(history.undone('a')).toBe('b')
  })
})
