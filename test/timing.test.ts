import { setTimeout } from 'node:timers/promises'
import { type Notes, defineServer, defineTool, failure, ok } from 'toolaccord'
import { type Contract, dtpr, responseV2 } from 'toolaccord/contracts'
import { createIdempotency } from 'toolaccord/policies'
import { createRestHandler } from 'toolaccord/rest'
import { createFaceClient, describeFaces, faces } from 'toolaccord/testing'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'

const base = { summary: 'Do it.', output: z.object({ n: z.int() }), effect: 'write' } as const
const tools = [
  defineTool({
    ...base,
    name: 'count',
    async run() {
      await setTimeout(20)
      return ok({ n: 1 }, { timing: { downstream_calls: 2 } })
    },
  }),
  defineTool({
    ...base,
    name: 'measure',
    run: () => ok({ n: 1 }, { timing: { duration_ms: 12.5 } }),
  }),
  defineTool({ ...base, name: 'miss', codes: ['NOT_FOUND'], run: () => failure('NOT_FOUND') }),
]
const init = {
  name: 'timed',
  version: '1.0.0',
  codes: { NOT_FOUND: { kind: 'not_found' } },
} as const
const createServer = (more: { readonly timing?: boolean; readonly contract?: Contract } = {}) =>
  defineServer({ ...init, tools, policies: [createIdempotency()], ...more })

const timingOf = async (name: 'count' | 'measure' | 'miss', server = createServer()) =>
  (await server.call(name, {}, { face: 'rest' })).notes.timing as Notes['timing']

describe('the time that a tool ran', () => {
  it('is in the notes by default in response-v2, beside what the tool measured', async () => {
    const timing = await timingOf('count')
    expect(timing).toEqual({ duration_ms: expect.any(Number), downstream_calls: 2 })
    expect(Number.isInteger(timing?.duration_ms)).toBe(true)
    expect(timing?.duration_ms).toBeGreaterThan(0)
  })

  it('is what the tool says if it measured it, and is told with a failure', async () => {
    expect(await timingOf('measure')).toEqual({ duration_ms: 12.5 })
    expect(await timingOf('miss')).toEqual({ duration_ms: expect.any(Number) })
  })

  it('is left out if the server says so, and in a contract that has no field for it', async () => {
    const metrics = { downstream_calls: 2 }
    expect(await timingOf('count', createServer({ timing: false }))).toEqual(metrics)
    expect(await timingOf('count', createServer({ contract: dtpr }))).toEqual(metrics)
    expect(await timingOf('count', createServer({ contract: dtpr, timing: true }))).toEqual({
      ...metrics,
      duration_ms: expect.any(Number),
    })
  })

  it('is not told if a call is answered from its key, because no tool ran', async () => {
    const server = createServer()
    const options = { face: 'rest', idempotencyKey: 'key-1' } as const
    await server.call('count', {}, options)
    const again = await server.call('count', {}, options)
    expect(again.notes.warnings).toMatchObject([{ code: 'IDEMPOTENT_REPLAY' }])
    expect(again.notes.timing).toBeUndefined()
  })

  it('is not told in process, where nothing is written', async () => {
    const { notes } = await createServer().call('count')
    expect(notes.timing).toEqual({ downstream_calls: 2 })
  })

  it('is in meta on the wire', async () => {
    const request = new Request('http://localhost/api/count', { method: 'POST' })
    const body: unknown = await (await createRestHandler(createServer())(request)).json()
    expect(responseV2.is(body)).toBe(true)
    expect(body).toMatchObject({
      meta: { telemetry: { duration_ms: expect.any(Number), downstream_calls: 2 } },
    })
  })

  it.each(faces)('is left out by the test kit, because it differs: %s', async (face) => {
    const client = createFaceClient(createServer(), face)
    const { body, outcome } = await client.call('count', {}, { id: 'r1' })
    const telemetry = { downstream_calls: 2 }
    expect(body?.meta).toEqual({ version: 'response-v2', request_id: 'r1', telemetry })
    expect(outcome.notes.timing).toEqual(telemetry)
    const asDtpr = await client.call('count', {}, { id: 'r1', dialect: 'dtpr' })
    expect(asDtpr.outcome.notes.timing).toEqual(telemetry)
  })
})

describeFaces(
  'a timed server',
  () => createServer(),
  ({ call }) => {
    it('gives the same outcome on every face', async () => {
      expect((await call('count')).outcome.ok).toBe(true)
    })
  },
)
