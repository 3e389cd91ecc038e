import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { lanesServer } from '../../../../test/both-lanes.ts'
import { manyTools } from '../../../../test/many-tools.ts'
import { createMemoryArchive } from '../../../archive/create-memory-archive.ts'
import type { Policy } from '../../../define/policy.ts'
import { defineTool } from '../../../define/tool.ts'
import { createContentFidelity } from '../../../fidelity/create-content-fidelity.ts'
import { silentLog } from '../../../log/log.ts'
import { ok } from '../../../outcome/outcome.ts'
import { type Server, defineServer } from '../../../server.ts'
import { createMcpHandler } from '../create-mcp-handler.ts'
import type { McpOptions } from '../protocol/mcp-options.ts'
import {
  dialectKey,
  idempotencyKeyKey,
  metaKeys,
  modernVersion,
  requestIdKey,
} from '../protocol/meta-keys.ts'
import { createToolList } from './create-tool-list.ts'

type Args = Readonly<Record<string, unknown>>

/** Sends calls in one era, and returns the text of each answer. */
function createCaller(server: Server, era: string, options: McpOptions = {}) {
  const { fetch } = createMcpHandler(server, { gates: 'always', ...options })
  const isModern = era === 'modern'
  const senders = { [metaKeys.version]: modernVersion, [metaKeys.capabilities]: {} }
  return async (name: string, args: unknown, meta: Args = {}): Promise<string> => {
    const headers = new Headers({
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
    })
    if (isModern) {
      headers.set('MCP-Protocol-Version', modernVersion)
      headers.set('Mcp-Method', 'tools/call')
      headers.set('Mcp-Name', name)
    }
    const _meta = isModern ? { ...senders, ...meta } : meta
    const params = { name, arguments: args, _meta }
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })
    const response = await fetch(
      new Request('http://localhost/mcp', { method: 'POST', headers, body }),
    )
    return response.text()
  }
}

/** The envelope in an answer of the fast lane. */
function envelopeOf(answer: string): Args {
  // The cast names what an answer of MCP is; a test that reads something else fails.
  const { result } = JSON.parse(answer) as { result: { structuredContent: Args } }
  return result.structuredContent
}

interface Request {
  readonly name: string
  readonly args: Args
  readonly meta?: Args
}

const requests: readonly Request[] = [
  { name: 'add', args: { a: 1 } },
  { name: 'add', args: { a: 'one', c: 2 } },
  { name: 'add', args: {} },
  { name: 'find', args: { hard: true } },
  { name: 'find', args: { hard: false } },
  { name: 'crash', args: {} },
  { name: 'show', args: {} },
  { name: 'add', args: { a: 1 }, meta: { [dialectKey]: 'chemigram' } },
  { name: 'add', args: { a: 1 }, meta: { [dialectKey]: 'mcp-guide' } },
  { name: 'find', args: { hard: true }, meta: { [dialectKey]: 'dtpr' } },
  { name: 'add', args: { a: 1 }, meta: { [idempotencyKeyKey]: '' } },
  { name: 'add', args: { a: 1 }, meta: { [requestIdKey]: 'mine' } },
  { name: 'add', args: { a: 1 }, meta: { progressToken: 1 } },
]

describe.each(['modern', 'legacy'])('a call through a gate, %s', (era) => {
  const call = createCaller(lanesServer, era)

  it.each(requests)('answers like $name itself, byte for byte: $args $meta', async (request) => {
    const { name, args, meta } = request
    const direct = await call(name, args, meta)
    expect(direct).not.toContain('"error":{"code":-')
    expect(await call('call_write_tool', { name, arguments: args }, meta)).toBe(direct)
    const isRead = name === 'add' || name === 'find'
    if (isRead) expect(await call('call_read_tool', { name, arguments: args }, meta)).toBe(direct)
  })

  it('takes arguments that are a string with JSON, and none at all', async () => {
    const direct = await call('add', { a: 1 })
    expect(await call('call_read_tool', { name: 'add', arguments: '{"a":1}' })).toBe(direct)
    const none = await call('add', {})
    expect(await call('call_read_tool', { name: 'add' })).toBe(none)
    expect(await call('call_read_tool', { name: 'add', arguments: null })).toBe(none)
  })

  it('keeps members with names that mean something to JavaScript', async () => {
    const args: unknown = JSON.parse('{"a":1,"__proto__":{"b":5}}')
    const answer = await call('call_read_tool', { name: 'add', arguments: args })
    expect(answer).toBe(await call('add', args))
    expect(answer).toContain('__proto__')
  })

  it.each([
    [{ name: '__proto__' }, "There is no tool '__proto__'."],
    [{ name: 'constructor' }, "There is no tool 'constructor'."],
    [{ name: '' }, "There is no tool ''."],
    [{ name: 'x'.repeat(65) }, `There is no tool '${'x'.repeat(63)}…'.`],
    [{ name: 5 }, "'name' must be"],
    [{}, "Missing required argument 'name'."],
    [{ name: 'add', a: 1 }, "Unknown argument 'a'"],
    [{ name: 'add', arguments: [1] }, "'arguments' must be"],
    [{ name: 'add', arguments: 'a: 1' }, "'arguments' must be"],
    [{ name: 'add', arguments: 5 }, "'arguments' must be"],
    [[], 'The arguments must be one JSON object.'],
    ['x', 'The arguments must be one JSON object.'],
  ])('is refused with %j, in the envelope of the server', async (args, message) => {
    for (const gate of ['call_read_tool', 'call_write_tool']) {
      const answer = await call(gate, args)
      expect(answer).toContain(message)
      expect(answer).toContain('"isError":true')
      expect(answer).toContain('"request_id":"request-1"')
    }
  })

  it.each(['search_tools', 'describe_tools', 'call_read_tool', 'call_write_tool'])(
    'is not a call of %s',
    async (name) => {
      const answer = await call('call_write_tool', { name, arguments: { name: 'add' } })
      expect(answer).toContain(
        `'${name}' is called by its own name, not through 'call_write_tool'.`,
      )
    },
  )

  it('says which tool was probably meant, by its letters or by its meaning', async () => {
    const server = defineServer({
      name: 'things',
      version: '1.0.0',
      tools: manyTools(8),
      log: silentLog,
      env: {},
    })
    const ask = createCaller(server, era)
    const misspelt = await ask('call_write_tool', { name: 'delet_thing1' })
    expect(misspelt).toContain("Did you mean 'delete_thing1'?")
    const renamed = await ask('call_write_tool', { name: 'things_remove_thing1' })
    expect(renamed).toContain("Did you mean 'delete_thing1'?")
    const strange = await ask('call_read_tool', { name: 'quantum' })
    expect(strange).toContain('search_tools finds tools.')
  })
})

/** A server that says what ran, and what its policies saw. */
function createWitness() {
  const ran: string[] = []
  const seen: string[] = []
  const witness: Policy = {
    name: 'witness',
    around({ tool, args, idempotencyKey = '-' }, next) {
      seen.push(`${tool.name} ${JSON.stringify(args)} ${idempotencyKey}`)
      return next()
    },
  }
  const wipe = defineTool({
    name: 'wipe',
    summary: 'Wipe it.',
    output: z.object({}),
    effect: 'write',
    formerly: [{ name: 'purge', since: '2' }],
    run(_, call) {
      ran.push(call.tool)
      return ok({})
    },
  })
  const server = defineServer({
    name: 'witness',
    version: '1.0.0',
    tools: [wipe],
    policies: [witness],
    log: silentLog,
    env: {},
  })
  return { server, ran, seen }
}

describe('the gate for reading', () => {
  it('refuses a tool that writes, names the other gate, and runs nothing', async () => {
    const { server, ran } = createWitness()
    const call = createCaller(server, 'legacy')
    const envelope = envelopeOf(await call('call_read_tool', { name: 'wipe' }))
    expect(JSON.stringify(envelope)).toContain('Call it through call_write_tool.')
    expect(envelope).toMatchObject({ success: false })
    expect(JSON.stringify(envelope)).toContain("'wipe' does not only read: its effect is write.")
    expect(ran).toEqual([])
  })

  it('refuses it under a former name, too', async () => {
    const { server, ran } = createWitness()
    await createCaller(server, 'legacy')('call_read_tool', { name: 'purge' })
    expect(ran).toEqual([])
  })
})

describe('the tool that stands for a gate', () => {
  it('calls nothing itself, and says so', async () => {
    const { server, ran } = createWitness()
    const list = createToolList(server, { gates: 'always' })
    const answer = await list.server.call('call_write_tool', { name: 'wipe' }, { face: 'mcp' })
    expect(answer).toMatchObject({
      ok: false,
      problems: [
        { message: "'wipe' was not called.", hint: 'Give name and arguments, and nothing else.' },
      ],
    })
    expect(ran).toEqual([])
  })
})

describe('policies', () => {
  it('see the tool behind the gate, under the name and with the key of the call', async () => {
    const { server, ran, seen } = createWitness()
    const call = createCaller(server, 'modern')
    await call('call_write_tool', { name: 'wipe' }, { [idempotencyKeyKey]: 'k1' })
    await call('call_write_tool', { name: 'purge' })
    await call('search_tools', { query: 'wipe' })
    expect(ran).toEqual(['wipe', 'wipe'])
    expect(seen).toEqual(['wipe {} k1', 'wipe {} -', 'search_tools {"query":"wipe"} -'])
  })
})

describe('a next step', () => {
  it.each(['modern', 'legacy'])('is a call through the gate of its tool, %s', async (era) => {
    const output = z.object({})
    const list = defineTool({
      name: 'list_notes',
      summary: 'List notes.',
      output,
      effect: 'read',
      run(_, call) {
        call.suggest({ tool: 'list_notes' }, { tool: 'add_note', args: { title: 'Milk' } })
        return ok({})
      },
    })
    const add = defineTool({
      name: 'add_note',
      summary: 'Add a note.',
      input: z.object({ title: z.string() }),
      output,
      effect: 'write',
      run: () => ok({}),
    })
    const server = defineServer({ name: 'a', version: '1', tools: [list, add], prefix: 'n' })
    const call = createCaller(server, era)
    expect(envelopeOf(await call('n_list_notes', {}))).toMatchObject({
      meta: {
        next: [
          { tool: 'n_call_read_tool', arguments: { name: 'n_list_notes', arguments: {} } },
          {
            tool: 'n_call_write_tool',
            arguments: { name: 'n_add_note', arguments: { title: 'Milk' } },
          },
        ],
      },
    })
  })
})

describe('the budget of an answer', () => {
  it('is that of the tool behind the gate', async () => {
    const long = defineTool({
      name: 'list_all',
      summary: 'List all.',
      output: z.object({ items: z.array(z.object({ id: z.string() })) }),
      effect: 'read',
      fidelity: { budget: 600, items: [{ path: 'items', id: 'id' }] },
      run: () => ok({ items: Array.from({ length: 2000 }, (_, at) => ({ id: `item-${at}` })) }),
    })
    const server = defineServer({
      name: 'long',
      version: '1.0.0',
      tools: [long],
      fidelity: createContentFidelity({ archive: createMemoryArchive() }),
      newId: () => 'request-1',
      timing: false,
      log: silentLog,
      env: {},
    })
    const call = createCaller(server, 'legacy')
    const direct = await call('list_all', {})
    expect(direct.length).toBeLessThan(8000)
    expect(await call('call_read_tool', { name: 'list_all' })).toBe(direct)
  })
})
