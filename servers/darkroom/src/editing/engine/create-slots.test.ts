import { expect, it } from 'vitest'
import { createSlots } from './create-slots.ts'

it('gives slots in the order of the requests, and none to callers who left', async () => {
  const slots = createSlots(1)
  const order: string[] = []
  const first = await slots.take()
  const caller = new AbortController()
  const gone = slots.take(caller.signal).catch((reason: unknown) => String(reason))
  const second = slots.take().then((release) => {
    order.push('second')
    return release
  })
  const third = slots.take().then((release) => {
    order.push('third')
    return release
  })
  caller.abort('left')
  first()
  first()
  const release = await second
  expect(order).toEqual(['second'])
  release()
  await third
  expect([await gone, order]).toEqual(['left', ['second', 'third']])
})
