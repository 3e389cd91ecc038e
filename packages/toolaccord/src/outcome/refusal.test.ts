import { describe, expect, it } from 'vitest'
import { responseV2Contract } from '../contracts/response-v2/contract.ts'
import { Refusal } from './refusal.ts'

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
    expect(new Refusal('rate_limited')).toMatchObject({ message: 'Too many calls.', more: {} })
  })

  it('has everything that a contract needs to spell it', () => {
    const { reason, more } = new Refusal('invalid_cursor', { path: 'cursor', hint: 'Start again.' })
    expect(responseV2Contract.problem(reason, more)).toMatchObject({
      code: 'INVALID_CURSOR',
      path: 'cursor',
      hint: 'Start again.',
    })
  })
})
