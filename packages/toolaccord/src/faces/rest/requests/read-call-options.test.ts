import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import type { Policy } from '../../../define/policy.ts'
import { defineTool } from '../../../define/tool.ts'
import { ok } from '../../../outcome/outcome.ts'
import { defineServer } from '../../../server.ts'
import { createRestHandler } from '../create-rest-handler.ts'

const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`

/** Sends one request, and returns what the call that it became carries. */
async function send(headers: Record<string, string>) {
  const seen: unknown[] = []
  const watch: Policy = {
    name: 'watch',
    around(request, next) {
      seen.push({ key: request.idempotencyKey, traceparent: request.traceparent })
      return next()
    },
  }
  const save = defineTool({
    name: 'save',
    summary: 'Save it.',
    output: z.object({}),
    effect: 'write',
    run: () => ok({}),
  })
  const server = defineServer({
    name: 'fixture',
    version: '1.0.0',
    tools: [save],
    policies: [watch],
  })
  const response = await createRestHandler(server)(
    new Request('http://localhost/api/save', { method: 'POST', headers }),
  )
  return { seen, status: response.status, body: (await response.json()) as unknown }
}

describe('the headers of a request', () => {
  it('name the call for a retry, and the trace that it is part of', async () => {
    expect((await send({ 'idempotency-key': 'key-1', traceparent })).seen).toEqual([
      { key: 'key-1', traceparent },
    ])
  })

  it('need not be there', async () => {
    expect((await send({})).seen).toEqual([{ key: undefined, traceparent: undefined }])
  })

  it.each(['two words', 'x'.repeat(256), 'a, b', 'é', ''])(
    'are refused for the idempotency key %j, because leaving it out would run a retry twice',
    async (key) => {
      const { seen, status, body } = await send({ 'idempotency-key': key })
      expect({ seen, status }).toEqual({ seen: [], status: 400 })
      expect(body).toMatchObject({
        success: false,
        error: 'The idempotency key must be 1 to 255 visible ASCII characters.',
      })
    },
  )

  it('are not refused for a trace that makes no sense', async () => {
    expect(await send({ traceparent: 'nonsense' })).toMatchObject({
      status: 200,
      seen: [{ traceparent: undefined }],
    })
  })
})
