import { afterEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod'
import { createMemoryArchive } from '../../archive/create-memory-archive.ts'
import { createAuthenticator } from '../../auth/create-authenticator.ts'
import { hashKey } from '../../auth/hash-key.ts'
import { defineTool } from '../../define/tool.ts'
import { createContentFidelity } from '../../fidelity/create-content-fidelity.ts'
import { silentLog } from '../../log/log.ts'
import { ok } from '../../outcome/outcome.ts'
import { defineServer } from '../../server.ts'
import { pause } from '../../signals/pause.ts'
import { serveHttp } from './serve-http.ts'

const keys = { ada: 'ada-key-of-thirty-two-characters', eve: 'eve-key-of-thirty-two-characters' }
type Name = keyof typeof keys

const closers: (() => Promise<void>)[] = []

afterEach(async () => {
  await Promise.all(closers.splice(0).map((close) => close()))
})

/** A server with a small and a large tool, and the calls that have begun. */
async function start() {
  const begun: string[] = []
  let started = () => {}
  const hasStarted = new Promise<void>((resolve) => {
    started = resolve
  })
  const rows = Array.from({ length: 20_000 }, (_, id) => ({ id, note: `Row ${id} of many` }))
  const small = defineTool({
    name: 'small',
    summary: 'Answer.',
    effect: 'read',
    output: z.object({ up: z.boolean() }),
    run(_, { caller }) {
      begun.push(`small ${caller?.id}`)
      return ok({ up: true })
    },
  })
  const large = defineTool({
    name: 'large',
    summary: 'Answer at length.',
    effect: 'read',
    output: z.object({ rows: z.array(z.looseObject({ id: z.int() })) }),
    run(_, { caller }) {
      begun.push(`large ${caller?.id}`)
      started()
      return ok({ rows })
    },
  })
  const fidelity = createContentFidelity({ archive: createMemoryArchive() })
  const tools = [small, large]
  const server = defineServer({ name: 'turns', version: '1.0.0', tools, fidelity, log: silentLog })
  const known = Object.entries(keys).map(async ([id, key]) => ({ id, hash: await hashKey(key) }))
  const authenticator = createAuthenticator({ keys: await Promise.all(known) })
  const http = await serveHttp(server, { port: 0, authenticator })
  closers.push(() => http.close())

  async function call(face: 'mcp' | 'rest', caller: Name, name: string): Promise<number> {
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: {} } }
    const isMcp = face === 'mcp'
    const response = await fetch(`${http.url}${isMcp ? '/mcp' : `/api/${name}`}`, {
      method: isMcp ? 'POST' : 'GET',
      headers: {
        Authorization: `Bearer ${keys[caller]}`,
        'Content-Type': 'application/json',
        Accept: isMcp ? 'application/json, text/event-stream' : 'application/json',
      },
      body: isMcp ? JSON.stringify(message) : null,
    })
    await response.text()
    return response.status
  }
  return { server, begun, hasStarted, call }
}

describe.each(['mcp', 'rest'] as const)('callers who take turns over %s', (face) => {
  it('are answered while a long answer of another is made', async () => {
    const { hasStarted, call } = await start()
    const ended: string[] = []
    const long = call(face, 'eve', 'large').then(() => ended.push('large'))
    await hasStarted
    const short = call(face, 'ada', 'small').then(() => ended.push('small'))
    await Promise.all([long, short])
    expect(ended).toEqual(['small', 'large'])
  })

  it('wait for a turn if they have work that takes long, and nobody else does', async () => {
    const { server, begun, call } = await start()
    let open = () => {}
    const gate = new Promise<void>((resolve) => {
      open = resolve
    })
    const work = server.turns.share({ id: 'eve' }, () => gate)
    const asked = vi
      .spyOn(server.turns, 'afterOwn')
      .mockImplementation((caller) => (caller?.id === 'eve' ? gate : undefined))
    const waiting = call(face, 'eve', 'small')
    await vi.waitUntil(() => asked.mock.calls.length > 0)
    expect(await call(face, 'ada', 'small')).toBe(200)
    for (let look = 0; look < 20; look++) await pause()
    expect(begun).toEqual(['small ada'])
    open()
    expect(await waiting).toBe(200)
    expect(begun).toEqual(['small ada', 'small eve'])
    await work
  })
})
