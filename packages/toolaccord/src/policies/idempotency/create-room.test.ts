import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { defineTool } from '../../define/tool.ts'
import { silentLog } from '../../log/log.ts'
import { ok } from '../../outcome/outcome.ts'
import { defineServer } from '../../server.ts'
import { createMemoryStore } from '../../stores/create-memory-store.ts'
import type { Store } from '../../stores/store.ts'
import { createIdempotency } from './create-idempotency.ts'
import { createRoom } from './create-room.ts'

describe('the room for outcomes that a store does not take', () => {
  it('has bounds of number and of characters, and takes back what is given', () => {
    const room = createRoom()
    for (let outcome = 0; outcome < 10_000; outcome++) expect(room.take(1)).toBe(true)
    expect(room.take(1)).toBe(false)
    room.give(1)
    expect(room.take(33_554_432)).toBe(false)
    expect(room.take(33_544_433)).toBe(true)
    expect(room.take(0)).toBe(false)
  })

  it('keeps at least the fact that a call has run, so that it does not run again', async () => {
    const memory = createMemoryStore()
    let isAway = true
    const set: Store['set'] = async (...entry) =>
      isAway ? Promise.reject(new Error('away')) : memory.set(...entry)
    let runs = 0
    const draw = defineTool({
      name: 'draw',
      summary: 'Draw.',
      output: z.object({ picture: z.string() }),
      effect: 'write',
      run: () => ok({ picture: String(++runs).padEnd(1_000_000) }),
    })
    const policies = [createIdempotency({ store: { ...memory, set } })]
    const server = defineServer({
      name: 'studio',
      version: '1',
      tools: [draw],
      log: silentLog,
      policies,
    })
    const call = (key: number) => server.call('draw', {}, { idempotencyKey: `k${key}` })
    for (let key = 1; key <= 40; key++)
      expect((await call(key)).notes.warnings).toMatchObject([{ code: 'OUTCOME_NOT_KEPT' }])
    expect(await call(1)).toMatchObject({ ok: true })
    expect(await call(40)).toMatchObject({ problems: [{ code: 'CONFLICT' }] })
    isAway = false
    await server.drain()
    await expect
      .poll(() => call(40), { timeout: 10_000 })
      .toMatchObject({
        problems: [{ message: expect.stringContaining('its outcome could not be kept') }],
      })
    expect(await call(33)).toMatchObject({ ok: true, data: { picture: '33'.padEnd(1_000_000) } })
    expect(runs).toBe(40)
  })
})
