import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import type { CallOptions } from '../../define/call.ts'
import { defineTool } from '../../define/tool.ts'
import { ok } from '../../outcome/outcome.ts'
import { defineServer } from '../../server.ts'
import { createIdempotency } from './create-idempotency.ts'

function createBank() {
  let payments = 0
  const pay = defineTool({
    name: 'pay',
    summary: 'Pay.',
    output: z.object({ number: z.number() }),
    effect: 'write',
    run: () => ok({ number: ++payments }),
  })
  const policies = [createIdempotency()]
  return defineServer({ name: 'bank', version: '1', tools: [pay], policies })
}

describe('the idempotency keys of a caller', () => {
  it.each<[string, (name: string) => CallOptions]>([
    ['caller', (id) => ({ caller: { id, scopes: [] } })],
    ['client', (name) => ({ client: { name } })],
  ])('are not pushed out by those of another %s', async (_, by) => {
    const server = createBank()
    const ada = { ...by('ada'), idempotencyKey: 'order-17' }
    expect(await server.call('pay', {}, ada)).toMatchObject({ data: { number: 1 } })
    for (let key = 0; key <= 10_000; key++)
      await server.call('pay', {}, { ...by('eve'), idempotencyKey: `key-${key}` })
    expect(await server.call('pay', {}, ada)).toMatchObject({ data: { number: 1 } })
  })
})
