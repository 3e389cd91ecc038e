import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { gate } from '../../../../test/gate.ts'
import { defineTool } from '../../../define/tool.ts'
import { silentLog } from '../../../log/log.ts'
import { ok } from '../../../outcome/outcome.ts'
import { defineServer } from '../../../server.ts'
import { createToolList } from '../gates/create-tool-list.ts'
import { createSdkFactory } from './create-sdk-factory.ts'
import { createSessions } from './create-sessions.ts'

type Headers = Readonly<Record<string, string>>

/** Sessions of which there are four, two for each caller, and a clock that is set by hand. */
function createFixture() {
  const release = gate()
  const wait = defineTool({
    name: 'wait',
    summary: 'Answer when released.',
    output: z.object({ done: z.boolean() }),
    effect: 'read',
    async run() {
      await release.passed
      return ok({ done: true })
    },
  })
  const server = defineServer({
    name: 'fixture',
    version: '1.0.0',
    tools: [wait],
    log: silentLog,
    newId: () => 'always-the-same',
  })
  const clock = { now: 0 }
  const factory = createSdkFactory(createToolList(server, {}), {})
  const limits = { total: 4, perCaller: 2, perAddress: 3, idleMs: 1000 }
  const sessions = createSessions(factory, { limits, now: () => clock.now })

  function send(method: string, body: object | undefined, who: string, headers: Headers = {}) {
    const request = new Request('http://localhost/mcp', {
      method,
      headers: {
        'Content-Type': 'application/json',
        Accept: 'application/json, text/event-stream',
        ...headers,
      },
    })
    const message = body && { jsonrpc: '2.0', ...body }
    return sessions.fetch(request, message, { caller: { id: who, scopes: [] } })
  }

  async function open(who: string) {
    const response = await send('POST', handshake, who)
    const text = await response.text()
    const session: Headers = { 'Mcp-Session-Id': response.headers.get('mcp-session-id') ?? '' }
    return { response, text, session }
  }

  async function start(who: string) {
    const { session } = await open(who)
    const call = { id: 1, method: 'tools/call', params: { name: 'wait' } }
    const answer = await send('POST', call, who, session)
    return { session, answer }
  }

  const isAlive = async (who: string, session: Headers) =>
    (await send('POST', { id: 9, method: 'ping' }, who, session)).status === 200
  return { send, open, start, isAlive, clock, release: release.open }
}

const handshake = {
  id: 7,
  method: 'initialize',
  params: {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'old', version: '1' },
  },
}

describe('sessions of many callers', () => {
  it('are not ended by another caller, however many that one opens', async () => {
    const { open, start, isAlive, release } = createFixture()
    const idle = await open('ada')
    const { session, answer } = await start('ada')
    const opened = []
    for (let n = 0; n < 20; n++) opened.push(await open('eve'))
    expect(new Set(opened.map(({ response }) => response.status))).toEqual(new Set([200]))
    expect(await isAlive('ada', idle.session)).toBe(true)
    release()
    expect(await answer.text()).toContain('"done":true')
    expect(await isAlive('ada', session)).toBe(true)
    const alive = await Promise.all(opened.map((one) => isAlive('eve', one.session)))
    expect(alive.filter(Boolean)).toHaveLength(2)
  })

  it('are refused to one whose sessions are all at work, and opened once one is not', async () => {
    const { open, start, release } = createFixture()
    const running = [await start('ada'), await start('ada')]
    const { response, text } = await open('ada')
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '5'])
    expect(JSON.parse(text)).toMatchObject({ id: 7, error: { code: -32_000 } })
    expect(text).toContain('Every session that you have is at work')
    release()
    for (const { answer } of running) expect(await answer.text()).toContain('"done":true')
    expect((await open('ada')).response.status).toBe(200)
  })

  it('are refused with 503 if everybody is at work', async () => {
    const { open, start } = createFixture()
    for (const who of ['ada', 'ada', 'bob', 'bob']) await start(who)
    const { response, text } = await open('eve')
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5'])
    expect(text).toContain('Every session that this server has is at work')
  })

  it('are counted before they are open, so that many at once get no more', async () => {
    const { open, isAlive } = createFixture()
    const opened = await Promise.all(Array.from({ length: 10 }, () => open('eve')))
    const alive = await Promise.all(opened.map((one) => isAlive('eve', one.session)))
    expect(alive.filter(Boolean).length).toBeLessThanOrEqual(2)
  })

  it('leave no place behind if the handshake is not valid', async () => {
    const { send, open } = createFixture()
    for (let n = 0; n < 5; n++) {
      const broken = { ...handshake, params: { protocolVersion: 1 } }
      expect((await send('POST', broken, 'ada')).status).toBe(400)
    }
    expect((await open('ada')).response.status).toBe(200)
  })

  it('have ids that cannot be guessed, whatever names requests', async () => {
    const { open } = createFixture()
    const { session } = await open('ada')
    expect(session['Mcp-Session-Id']).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
  })
})

describe('a session that nobody uses', () => {
  it('is ended after a while, unless a call is running or a client listens', async () => {
    const { send, open, start, isAlive, clock, release } = createFixture()
    const [idle, heard, busy] = [await open('ada'), await open('bob'), await start('eve')]
    const stream = await send('GET', undefined, 'bob', heard.session)
    expect(stream.status).toBe(200)
    clock.now = 1001
    expect(await isAlive('ada', idle.session)).toBe(false)
    expect(await isAlive('bob', heard.session)).toBe(true)
    expect(await isAlive('eve', busy.session)).toBe(true)
    release()
    await busy.answer.text()
    clock.now = 3000
    expect(await isAlive('eve', busy.session)).toBe(false)
  })
})

describe('a session that its client ends', () => {
  it('answers a running call with an error, and not with nothing', async () => {
    const { send, start } = createFixture()
    const { session, answer } = await start('ada')
    expect((await send('DELETE', undefined, 'ada', session)).status).toBe(200)
    expect(await answer.text()).toContain('"message":"The session has ended."')
  })
})
