import { describe, expect, it } from 'vitest'
import { LogEntry, changesOf } from './log-entry.ts'

const hash = 'a'.repeat(64)
const entry = {
  timestamp: '2026-01-01T00:00:00.000Z',
  op: 'snapshot',
  hash,
  ref: 'refs/heads/main',
  parent: null,
  label: null,
  metadata: {},
}

describe('a line of a log that another person wrote', () => {
  it.each([
    ['a snapshot without a ref', { ref: null }],
    ['a reset without a ref', { op: 'reset', ref: null }],
    ['a ref that leads out of the workspace', { ref: 'refs/heads/../../etc' }],
    ['a parent that is not a hash', { parent: '../x' }],
  ])('is refused if it has %s', (_, change) => {
    expect(LogEntry.safeParse(entry).success).toBe(true)
    expect(LogEntry.safeParse({ ...entry, ...change }).success).toBe(false)
  })

  it('may check a snapshot out without a ref', () => {
    const detached = LogEntry.parse({ ...entry, op: 'checkout', ref: null })
    expect(changesOf(detached)).toEqual({ head: { detachedAt: hash } })
  })
})
