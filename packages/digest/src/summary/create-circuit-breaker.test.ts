import { describe, expect, it } from 'vitest'
import { type Settle, createCircuitBreaker } from './create-circuit-breaker.ts'

type Ending = Parameters<Settle>[0]

function setUp() {
  const time = { now: 0 }
  const breaker = createCircuitBreaker({ clock: () => time.now })
  const call = (ending: Ending) => breaker.enter()?.(ending)
  const calls = (ending: Ending, times: number) => {
    for (let count = 0; count < times; count++) call(ending)
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

  it('lets no call through while it is open, and one after it has cooled down', () => {
    const { time, breaker, calls } = setUp()
    calls('failure', 5)
    time.now = 59_999
    expect([breaker.state, breaker.enter()]).toEqual(['open', undefined])
    time.now = 60_000
    expect(breaker.state).toBe('half-open')
    expect(breaker.enter()).toBeTypeOf('function')
    expect(breaker.enter()).toBeUndefined()
  })

  it('closes if that call succeeds, and forgets the failures before', () => {
    const { time, breaker, call, calls } = setUp()
    calls('failure', 5)
    time.now = 60_000
    call('success')
    expect(breaker.state).toBe('closed')
    calls('failure', 4)
    expect(breaker.state).toBe('closed')
  })

  it('opens again if that call fails', () => {
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

  it('lets another call through if that one was given up', () => {
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
    for (let count = 0; count < 10; count++) settle?.('failure')
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

  it('takes the default for an option that is undefined', () => {
    const breaker = createCircuitBreaker({ window: undefined, minCalls: 1, clock: undefined })
    breaker.enter()?.('failure')
    expect(breaker.state).toBe('open')
  })

  it('names every option that cannot work', () => {
    expect(() =>
      createCircuitBreaker({ window: 3, minCalls: 4, failureShare: 0, cooldownMs: -1 }),
    ).toThrow(/minCalls is 4.*failureShare is 0.*cooldownMs is -1/)
  })
})
