import { describe, expect, it } from 'vitest'
import { responseV2Contract } from '../contracts/response-v2/contract.ts'
import { Refusal, statusOfReason } from './refusal.ts'

describe('a refusal', () => {
  it('is an error that says why', () => {
    const refusal = new Refusal('conflict', { message: 'The note is open elsewhere.', path: 'id' })
    expect(refusal).toBeInstanceOf(Error)
    expect(refusal).toMatchObject({
      name: 'Refusal',
      reason: 'conflict',
      message: 'The note is open elsewhere.',
    })
  })

  it('has the message of its reason if it is given none', () => {
    expect(new Refusal('rate_limited')).toMatchObject({ message: 'Too many calls.', problem: {} })
  })

  it('has the headers that must go along, and none by default', () => {
    const refusal = new Refusal('method_not_allowed', {}, { Allow: 'GET' })
    expect([refusal.headers, new Refusal('conflict').headers]).toEqual([{ Allow: 'GET' }, {}])
  })

  it('holds what a contract needs to spell it', () => {
    const { reason, problem } = new Refusal('invalid_cursor', {
      path: 'cursor',
      hint: 'Start again.',
    })
    expect(responseV2Contract.problem(reason, problem)).toMatchObject({
      code: 'INVALID_CURSOR',
      path: 'cursor',
      hint: 'Start again.',
    })
  })
})

describe('the status of a reason', () => {
  it.each([
    ['not_found', 404],
    ['too_large', 413],
    ['unauthenticated', 401],
    ['timeout', 504],
  ] as const)('is, of %s, %d', (reason, status) => {
    expect(statusOfReason(reason)).toBe(status)
  })
})
