import { canonicalize, digest } from '@toolaccord/digest'
import { type Logger, defineServer, defineTool, ok } from 'toolaccord'
import { expect, it, vi } from 'vitest'
import * as z from 'zod'

const silent = () => {}

const condense = defineTool({
  name: 'condense',
  summary: 'Condense a text.',
  input: z.object({ text: z.string() }),
  output: z.object({ summary: z.string() }),
  effect: 'read',
  async run({ text }, call) {
    const summarize = async () => Promise.reject(new Error('the model is down'))
    const { payload, warnings } = await digest(await canonicalize(text), 'corals', {
      summarize,
      log: call.log,
      signal: call.signal,
    })
    return ok({ summary: payload.summary }, { warnings })
  },
})

it('a digest in a tool takes the log of the call, and its warnings are notes', async () => {
  const warn = vi.fn()
  const log: Logger = { trace: silent, debug: silent, info: silent, warn, error: silent }
  const server = defineServer({ name: 'reefs', version: '1.0.0', tools: [condense], log })
  const outcome = await server.call('condense', { text: 'Warm water harms corals.' })
  expect(outcome).toMatchObject({
    ok: true,
    data: { summary: 'Warm water harms corals.' },
    notes: { warnings: [{ code: 'FALLBACK_USED', context: { reason: 'failed' } }] },
  })
  const fields = { id: outcome.notes.requestId, tool: 'condense', error: expect.any(Error) }
  expect(warn).toHaveBeenCalledWith('the summariser failed', fields)
})
