import { describe, expect, it } from 'vitest'
import { createCircuitBreaker } from './create-circuit-breaker.ts'

function setUp(options = {}) {
  const time = { now: 0 }
  const breaker = createCircuitBreaker({ clock: () => time.now, ...options })
  const call = (ending: 'success' | 'failure' | 'given up') => breaker.enter()?.(ending)
  const calls = (ending: 'success' | 'failure' | 'given up', times: number) => {
    for (let time = 0; time < times; time++) call(ending)
  }
  return { time, breaker, call, calls }
}

describe('a circuit breaker', () => {
  it('stays closed while few calls were made', () => {
    const { breaker, calls } = setUp()
    calls('failure', 4)
    expect(breaker.state).toBe('closed')
    calls('failure', 1)
    expect(breaker.state).toBe('open')
  })

  it('opens when seven of the last ten calls failed, and not before', () => {
    const { breaker, calls } = setUp()
    calls('success', 4)
    calls('failure', 6)
    expect(breaker.state).toBe('closed')
    calls('failure', 1)
    expect(breaker.state).toBe('open')
  })

  it('lets nobody through while it is open, and one when it has cooled down', () => {
    const { time, breaker, calls } = setUp()
    calls('failure', 5)
    time.now = 59_999
    expect([breaker.state, breaker.enter()]).toEqual(['open', undefined])
    time.now = 60_000
    expect(breaker.state).toBe('half-open')
    expect(breaker.enter()).toBeTypeOf('function')
    expect(breaker.enter()).toBeUndefined()
  })

  it('closes when the one succeeds, with a clean slate', () => {
    const { time, breaker, call, calls } = setUp()
    calls('failure', 5)
    time.now = 60_000
    call('success')
    expect(breaker.state).toBe('closed')
    calls('failure', 4)
    expect(breaker.state).toBe('closed')
  })

  it('opens again when the one fails', () => {
    const { time, breaker, call, calls } = setUp()
    calls('failure', 5)
    time.now = 60_000
    call('failure')
    expect(breaker.state).toBe('open')
    time.now = 119_999
    expect(breaker.enter()).toBeUndefined()
    time.now = 120_000
    expect(breaker.enter()).toBeTypeOf('function')
  })

  it('lets another through when the one was given up', () => {
    const { time, breaker, call, calls } = setUp()
    calls('failure', 5)
    time.now = 60_000
    call('given up')
    expect(breaker.state).toBe('half-open')
    expect(breaker.enter()).toBeTypeOf('function')
  })

  it('counts each call once, none that was given up, and none from before it opened', () => {
    const { time, breaker, call, calls } = setUp()
    const settle = breaker.enter()
    for (let time = 0; time < 10; time++) settle?.('failure')
    calls('given up', 10)
    expect(breaker.state).toBe('closed')
    const late = breaker.enter()
    calls('failure', 4)
    expect(breaker.state).toBe('open')
    time.now = 60_000
    call('success')
    late?.('failure')
    calls('failure', 4)
    expect(breaker.state).toBe('closed')
  })

  it('names every option that cannot work', () => {
    expect(() =>
      createCircuitBreaker({ window: 3, minCalls: 4, failureShare: 0, cooldownMs: -1 }),
    ).toThrow(/minCalls is 4.*failureShare is 0.*cooldownMs is -1/)
  })
})
