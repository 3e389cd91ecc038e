import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { defineTool } from '../../define/tool.ts'
import { silentLog } from '../../log/log.ts'
import { ok } from '../../outcome/outcome.ts'
import { defineServer } from '../../server.ts'
import { type Arrival, createFastLane } from './fast-lane.ts'
import { createToolList } from './gates/create-tool-list.ts'
import { dialectKey, legacyVersions, metaKeys, modernVersion } from './protocol/meta-keys.ts'

const cyclic: Record<string, unknown> = {}
cyclic.self = cyclic

const tools = [
  defineTool({
    name: 'who',
    summary: 'Tell who calls.',
    output: z.object({ name: z.string(), face: z.string() }),
    effect: 'read',
    run: (_, call) => ok({ name: call.client?.name ?? 'nobody', face: call.face }),
  }),
  defineTool({
    name: 'talk',
    summary: 'Talk.',
    output: z.null(),
    effect: 'read',
    interactive: true,
    run: () => ok(null),
  }),
  defineTool({
    name: 'unwritable',
    summary: 'Make notes that JSON has no form for.',
    input: z.object({ where: z.enum(['details', 'warning', 'extra', 'attachment']) }),
    output: z.null(),
    effect: 'read',
    codes: ['broken'],
    run({ where }, call) {
      if (where === 'details') return call.fail('broken', { details: { amount: 1n } })
      if (where === 'warning') call.warn('ODD', 'Odd.', cyclic)
      // The cast is the misbehaviour: no well-typed tool can attach this.
      if (where === 'attachment') call.attach({ type: 'text', text: 1n } as never)
      return ok(null, where === 'extra' ? { extra: cyclic } : {})
    },
  }),
  defineTool({
    name: 'wait',
    summary: 'Wait for the end of the call.',
    output: z.null(),
    effect: 'read',
    run: (_, call) =>
      new Promise((resolve) => call.signal.addEventListener('abort', () => resolve(ok(null)))),
  }),
]

const server = defineServer({
  name: 'fixture',
  version: '1.0.0',
  codes: { broken: { kind: 'conflict', message: 'It is broken.' } },
  tools,
  log: silentLog,
  newId: () => 'r1',
})

const lane = createFastLane(createToolList(server, {}), {})
const message = (method: string, params?: unknown) => ({
  jsonrpc: '2.0',
  id: 'a"b',
  method,
  ...(params !== undefined && { params }),
})
const modernMeta = {
  [metaKeys.version]: modernVersion,
  [metaKeys.capabilities]: {},
  [metaKeys.clientInfo]: { name: 'tester', version: '1' },
}

/** What the lane answers, parsed; undefined where it declines. */
async function ask(given: unknown, arrival: Arrival = {}, of = lane): Promise<unknown> {
  const answered = await of(given, arrival)
  return answered === undefined ? undefined : (JSON.parse(answered) as unknown)
}

describe('the fast lane', () => {
  it('answers what it knows at once, without a promise', () => {
    for (const method of ['ping', 'tools/list'])
      expect(typeof lane(message(method), {})).toBe('string')
    for (const method of ['server/discover', 'tools/list'])
      expect(typeof lane(message(method, { _meta: modernMeta }), {})).toBe('string')
  })

  it('answers under the id that was given', async () => {
    for (const id of ['', '"\\\u2028\u0000', 0, -7, Number.MAX_SAFE_INTEGER])
      expect(await ask({ ...message('ping'), id })).toEqual({ jsonrpc: '2.0', id, result: {} })
  })

  it('tells a tool who calls: from the request in the newer era, from the handshake in the older', async () => {
    const name = (given: unknown, arrival?: Arrival) => ask(given, arrival)
    expect(await name(message('tools/call', { name: 'who', _meta: modernMeta }))).toMatchObject({
      result: { structuredContent: { data: { name: 'tester', face: 'mcp' } } },
    })
    expect(
      await name(message('tools/call', { name: 'who' }), { client: { name: 'old', version: '1' } }),
    ).toMatchObject({
      result: { structuredContent: { data: { name: 'old' } } },
    })
    expect(
      await name(message('tools/call', { name: 'who', _meta: modernMeta }), {
        client: { name: 'old' },
      }),
    ).toMatchObject({
      result: { structuredContent: { data: { name: 'tester' } } },
    })
    expect(
      await name(message('tools/call', { name: 'who' }), { client: 'nonsense' }),
    ).toMatchObject({
      result: { structuredContent: { data: { name: 'nobody' } } },
    })
  })

  it('cancels a call whose caller goes away', async () => {
    const controller = new AbortController()
    const answered = ask(message('tools/call', { name: 'wait' }), { signal: controller.signal })
    controller.abort()
    expect(await answered).toMatchObject({ result: { isError: true } })
  })

  it('says one line where the text is to be brief', async () => {
    const brief = createFastLane(createToolList(server, {}), { text: 'brief' })
    expect(await ask(message('tools/call', { name: 'who' }), {}, brief)).toMatchObject({
      result: { content: [{ type: 'text', text: 'Done.' }], structuredContent: { success: true } },
    })
  })

  it('speaks the dialect that is asked for, with what it has no field for beside it', async () => {
    const answer = await ask(
      message('tools/call', { name: 'who', _meta: { ...modernMeta, [dialectKey]: 'chemigram' } }),
    )
    expect(answer).toMatchObject({
      result: {
        structuredContent: { success: true, data: { name: 'tester' }, error: null },
        _meta: {
          'dev.toolaccord/notes': { notes: { requestId: 'r1' } },
          [metaKeys.serverInfo]: { name: 'fixture' },
        },
      },
    })
  })

  it.each(['details', 'warning', 'extra', 'attachment'])(
    'answers a call whose %s cannot be written as JSON, and tells nothing of why',
    async (where) => {
      const answer = await ask(message('tools/call', { name: 'unwritable', arguments: { where } }))
      expect(answer).toMatchObject({
        jsonrpc: '2.0',
        id: 'a"b',
        result: { content: [{ type: 'text' }] },
      })
      expect(JSON.stringify(answer)).not.toMatch(/BigInt|circular/i)
    },
  )
})

describe('left to the SDK', () => {
  it('is a tool that talks while it runs, and a call that asks for progress or log messages', () => {
    expect(lane(message('tools/call', { name: 'talk' }), {})).toBe(undefined)
    expect(lane(message('tools/call', { name: 'who', _meta: { progressToken: 0 } }), {})).toBe(
      undefined,
    )
    expect(
      lane(
        message('tools/call', {
          name: 'who',
          _meta: { ...modernMeta, [metaKeys.logLevel]: 'info' },
        }),
        {},
      ),
    ).toBe(undefined)
  })

  it('is the handshake that opens a session, over HTTP only, and nothing else of an older client', () => {
    const keeping = createFastLane(createToolList(server, {}), {}, { sessionRule: 'always' })
    const headers = { accept: 'application/json, text/event-stream' }
    const handshake = message('initialize', {
      protocolVersion: legacyVersions[0],
      capabilities: {},
      clientInfo: { name: 'old', version: '1' },
    })
    expect(keeping(handshake, { headers })).toBe(undefined)
    expect(typeof keeping(handshake, {})).toBe('string')
    expect(typeof lane(handshake, { headers })).toBe('string')
    expect(typeof keeping(message('ping'), { headers })).toBe('string')
  })

  it('is a message that is not a request', () => {
    for (const given of [
      undefined,
      null,
      5,
      'x',
      [],
      {},
      [message('ping')],
      { method: 'ping', id: 1 },
      { ...message('ping'), id: undefined },
      { ...message('ping'), id: null },
    ]) {
      expect(lane(given, {})).toBe(undefined)
    }
  })
})
