import { describe, expect, it, vi } from 'vitest'
import { makeSignal, withSignal } from './caller-signal.ts'

describe('withSignal', () => {
  const { signal } = new AbortController()

  it('makes no signal until it is read', () => {
    const make = vi.fn(() => signal)
    const object = withSignal({ [makeSignal]: make, id: 'r1' })
    expect(object.id).toBe('r1')
    expect(make).not.toHaveBeenCalled()
    expect(object.signal).toBe(signal)
  })

  it('is a member like any other: it can be taken out and copied along', () => {
    const object = withSignal({ [makeSignal]: () => signal })
    const { signal: taken } = object
    expect(taken).toBe(signal)
    expect({ ...object }.signal).toBe(signal)
    expect(Object.keys(object)).toEqual(['signal'])
  })
})
