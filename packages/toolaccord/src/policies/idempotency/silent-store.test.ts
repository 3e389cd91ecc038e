import { describe, expect, it, vi } from 'vitest'
import * as z from 'zod'
import { defineTool } from '../../define/tool.ts'
import { silentLog } from '../../log/log.ts'
import { ok } from '../../outcome/outcome.ts'
import { defineServer } from '../../server.ts'
import { createMemoryStore } from '../../stores/create-memory-store.ts'
import type { Store } from '../../stores/store.ts'
import { createIdempotency } from './create-idempotency.ts'

function processOf(store: Store, storeTimeoutMs = 5) {
  const run = vi.fn(() => ok({}))
  const pay = defineTool({
    name: 'pay',
    summary: 'Pay.',
    output: z.object({}),
    effect: 'write',
    run,
  })
  const policies = [createIdempotency({ store, storeTimeoutMs })]
  const server = defineServer({
    name: 'bank',
    version: '1',
    tools: [pay],
    log: silentLog,
    policies,
  })
  const call = (idempotencyKey: string) => server.call('pay', {}, { idempotencyKey })
  return { call, run }
}

const unavailable = { problems: [{ code: 'UNAVAILABLE', details: { retry_after_seconds: 1 } }] }
const silence = () => new Promise<never>(() => {})

describe('a store of idempotency keys that keeps silent', () => {
  it('is left alone after the first call has waited, and the others are refused at once', async () => {
    const add = vi.fn(silence)
    const { call, run } = processOf({ get: silence, set: silence, add, delete: silence })
    for (const key of ['k1', 'k2', 'k1', 'k3']) expect(await call(key)).toMatchObject(unavailable)
    expect(add).toHaveBeenCalledTimes(1)
    expect(run).not.toHaveBeenCalled()
  })

  it.each(['goes through', 'goes through, and its answer is lost'])(
    'frees a key that nobody waits for any more if the claim %s late',
    async (how) => {
      const memory = createMemoryStore()
      let thaw = () => {}
      const frozen = new Promise<void>((resolve) => {
        thaw = resolve
      })
      const add: Store['add'] = async (...entry) => {
        await frozen
        const isAdded = await memory.add(...entry)
        if (how === 'goes through') return isAdded
        throw new Error('The connection was lost.')
      }
      const freed = vi.fn(memory.delete)
      const one = processOf({ ...memory, add, delete: freed })
      expect(await one.call('k1')).toMatchObject(unavailable)
      thaw()
      await vi.waitFor(() => expect(freed).toHaveBeenCalledTimes(1))
      const other = processOf(memory, 5000)
      expect(await other.call('k1')).toMatchObject({ ok: true })
      expect([one.run.mock.calls.length, other.run.mock.calls.length]).toEqual([0, 1])
    },
  )

  it('does not free a key that another call has by then', async () => {
    const memory = createMemoryStore()
    const add: Store['add'] = async (...entry) => {
      await new Promise((resolve) => setTimeout(resolve, 30))
      return memory.add(...entry)
    }
    const freed = vi.fn(memory.delete)
    const get = vi.fn(memory.get)
    const one = processOf({ get, set: memory.set, add, delete: freed })
    const other = processOf(memory, 5000)
    const refused = one.call('k1')
    expect(await other.call('k1')).toMatchObject({ ok: true })
    expect(await refused).toMatchObject(unavailable)
    await vi.waitFor(() => expect(get).toHaveBeenCalled())
    expect(freed).not.toHaveBeenCalled()
    expect(other.run).toHaveBeenCalledTimes(1)
  })
})
