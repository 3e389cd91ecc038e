import { expect, it, vi } from 'vitest'
import { FoundryError } from '../errors/foundry-error.ts'
import { guard } from './guard.ts'

const ended = new Error('The call has ended.')
const fail = vi.fn((): never => {
  throw ended
})

it('a FoundryError ends the call with its code, message and options', async () => {
  const error = new FoundryError('CONFLICT', 'Taken.', { path: 'id', hint: 'Take another.' })
  await expect(guard({ fail }, () => Promise.reject(error))).rejects.toBe(ended)
  expect(fail.mock.calls).toEqual([
    ['CONFLICT', { message: 'Taken.', path: 'id', hint: 'Take another.', cause: error }],
  ])
})

it('any other error passes through, and a result comes back', async () => {
  const fault = new TypeError('A fault of the server.')
  await expect(guard({ fail }, () => Promise.reject(fault))).rejects.toBe(fault)
  expect(await guard({ fail }, async () => 'done')).toBe('done')
})
