import { afterEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod'
import { chemigramContract } from './contracts/chemigram/contract.ts'
import { chemigram, dtpr, mcpGuide, responseV2 } from './contracts/index.ts'
import type { Policy } from './define/policy.ts'
import { defineTool } from './define/tool.ts'
import { createFlags } from './flags/create-flags.ts'
import { defineFlags } from './flags/define-flags.ts'
import { silentLog } from './log/log.ts'
import type { Codebook } from './outcome/codebook.ts'
import { ok } from './outcome/outcome.ts'
import { defineServer } from './server.ts'

const getNote = defineTool({
  name: 'get_note',
  title: 'Get a note',
  summary: 'Read one note.',
  description: 'By its id.',
  input: z.object({ id: z.string(), part: z.object({ line: z.int() }).optional() }),
  output: z.object({ title: z.string() }),
  effect: 'read',
  codes: ['NOTE_NOT_FOUND'],
  rest: { method: 'GET', path: '/notes/:id' },
  cli: { positionals: ['id'] },
  run: ({ id }) => ok({ title: id }),
})

const ping = defineTool({
  name: 'ping',
  summary: 'Ping.',
  output: z.object({}),
  effect: 'read',
  run: () => ok({}),
})
const codes = { NOTE_NOT_FOUND: { kind: 'not_found', hint: 'Use list_notes.' } } as const

afterEach(() => {
  vi.restoreAllMocks()
})

describe('defineServer', () => {
  const server = defineServer({
    name: 'notes',
    version: '1.0.0',
    summary: 'A notebook.',
    codes,
    tools: [getNote, ping],
  })

  it('tells its name, version, contract, codes and limits', () => {
    expect(server).toMatchObject({
      name: 'notes',
      version: '1.0.0',
      summary: 'A notebook.',
      contract: { name: 'response-v2' },
      limits: { timeoutMs: 30_000, depth: 64, bodyBytes: 1_048_576 },
    })
    expect(Object.keys(server.codes)).toEqual([
      ...Object.keys(server.contract.codes),
      'NOTE_NOT_FOUND',
    ])
  })

  it('lists its tools in their order, with what clients need to know', () => {
    expect(server.tools()).toEqual([
      {
        name: 'get_note',
        mcpName: 'get_note',
        mcpNames: ['get_note'],
        scopes: [],
        formerly: [],
        title: 'Get a note',
        summary: 'Read one note.',
        description: 'By its id.',
        effect: 'read',
        codes: ['NOTE_NOT_FOUND'],
        inputSchema: {
          type: 'object',
          properties: {
            id: { type: 'string' },
            part: {
              type: 'object',
              properties: {
                line: { type: 'integer', minimum: -9007199254740991, maximum: 9007199254740991 },
              },
              required: ['line'],
              additionalProperties: false,
            },
          },
          required: ['id'],
          additionalProperties: false,
        },
        outputSchema: {
          type: 'object',
          properties: { title: { type: 'string' } },
          required: ['title'],
          additionalProperties: false,
        },
        rest: { method: 'GET', path: '/notes/:id' },
        cli: { positionals: ['id'] },
        openWorld: false,
        interactive: false,
        attaches: false,
      },
      expect.objectContaining({
        name: 'ping',
        codes: [],
        inputSchema: { type: 'object', properties: {}, additionalProperties: false },
        cli: {},
      }),
    ])
  })

  it('is frozen, and so are its listings', () => {
    const parts = [server, server.codes, server.limits, server.tools(), ...server.tools()]
    expect(parts.map((part) => Object.isFrozen(part))).toEqual(parts.map(() => true))
  })

  it('takes the contract it is given', async () => {
    const other = defineServer({
      name: 'notes',
      version: '1',
      contract: chemigramContract,
      codes,
      tools: [getNote],
    })
    expect(await other.callByName('nowhere')).toMatchObject({
      ok: false,
      problems: [{ code: 'not_found' }],
    })
    expect(Object.keys(other.codes)).toContain('darktable_error')
  })

  it('takes its own limits, and the default for each that is left out or undefined', async () => {
    const limited = defineServer({
      name: 'notes',
      version: '1',
      codes,
      tools: [getNote],
      limits: { depth: 2, timeoutMs: undefined },
    })
    expect(limited.limits).toEqual({ timeoutMs: 30_000, depth: 2, bodyBytes: 1_048_576 })
    expect(await limited.call('get_note', { id: 'n1' })).toMatchObject({ ok: true })
  })

  it('writes errors to stderr unless it is given a log', async () => {
    const stderr = vi.spyOn(console, 'error').mockImplementation(() => {})
    const broken = defineTool({
      name: 'broken',
      summary: 'Throws.',
      output: z.object({}),
      effect: 'read',
      run: () => {
        throw new Error('SECRET-123')
      },
    })
    await defineServer({ name: 'a', version: '1', tools: [broken], log: silentLog }).call('broken')
    expect(stderr).not.toHaveBeenCalled()
    await defineServer({ name: 'a', version: '1', tools: [broken] }).call('broken')
    expect(stderr.mock.calls).toEqual([
      [expect.stringContaining('SECRET-123')],
      [expect.stringMatching(/"tool ended".*"tool":"broken"/)],
    ])
  })

  it.each([
    [
      'response-v2',
      responseV2,
      { note_gone: { kind: 'not_found' }, NoteLocked: { kind: 'conflict' } },
      'codes of the response-v2 contract are in SCREAMING_SNAKE_CASE: ' +
        'write NOTE_GONE instead of note_gone, NOTE_LOCKED instead of NoteLocked',
    ],
    [
      'chemigram',
      chemigram,
      { NOTE_GONE: { kind: 'not_found' } },
      'codes of the chemigram contract are in snake_case: write note_gone instead of NOTE_GONE',
    ],
  ] as const)('warns once of codes that %s spells another way', (_, contract, own, line) => {
    const codes: Codebook = own
    const warn = vi.fn()
    const init = { name: 'a', version: '1', tools: [ping], contract }
    const server = defineServer({ ...init, codes, log: { ...silentLog, warn } })
    server.only(['ping']).withTools([])
    expect(warn.mock.calls).toEqual([[line, undefined]])
  })

  it.each([
    [
      'response-v2',
      responseV2,
      { NOTE_GONE: { kind: 'not_found' }, HTTP2ERROR: { kind: 'internal' } },
    ],
    ['chemigram', chemigram, { note_gone: { kind: 'not_found' } }],
    ['mcp-guide', mcpGuide, { NotFoundError: { kind: 'not_found' } }],
    ['dtpr', dtpr, { CATEGORY_MISSING: { kind: 'validation' } }],
  ] as const)('warns of no code that %s could have', (_, contract, own) => {
    const codes: Codebook = own
    const warn = vi.fn()
    const log = { ...silentLog, warn }
    defineServer({ name: 'a', version: '1', tools: [], contract, codes, log })
    expect(warn).not.toHaveBeenCalled()
  })

  it('makes a new request id for every call unless it is told how', async () => {
    const ids = await Promise.all([server.call('ping'), server.call('ping')])
    const [first, second] = ids.map(({ notes }) => notes.requestId)
    expect(first).toMatch(/^[0-9a-f]{8}-[0-9a-f-]{27}$/)
    expect(second).not.toBe(first)
    const counted = defineServer({ name: 'a', version: '1', tools: [ping], newId: () => 'r7' })
    expect((await counted.call('ping')).notes.requestId).toBe('r7')
  })
})

describe('two servers in one process', () => {
  it('share tools, but no policies, codes, ids or calls', async () => {
    const seen: string[] = []
    const watch = (name: string): Policy => ({
      name,
      around: (request, next) => {
        seen.push(`${name}: ${request.tool.name}`)
        return next(request)
      },
    })
    const a = defineServer({
      name: 'a',
      version: '1',
      codes,
      tools: [getNote, ping],
      policies: [watch('a')],
      newId: () => 'from a',
    })
    const b = defineServer({
      name: 'b',
      version: '2',
      tools: [ping],
      policies: [watch('b')],
      newId: () => 'from b',
    })
    const [fromA, fromB, missing] = await Promise.all([
      a.call('ping'),
      b.call('ping'),
      b.callByName('get_note', { id: 'n1' }),
    ])
    expect([fromA.notes.requestId, fromB.notes.requestId]).toEqual(['from a', 'from b'])
    expect(missing).toMatchObject({
      ok: false,
      problems: [{ message: "There is no tool 'get_note'." }],
    })
    expect(seen).toEqual(['a: ping', 'b: ping'])
    expect([a.tools().length, b.tools().length, 'NOTE_NOT_FOUND' in b.codes]).toEqual([2, 1, false])
  })

  it('do not share the schemas that they show', () => {
    const [a, b] = [0, 1].map(() =>
      defineServer({ name: 'same', version: '1', tools: [ping], codes }),
    )
    expect(a?.tools()).toEqual(b?.tools())
    expect(a?.tools()[0]?.outputSchema).not.toBe(b?.tools()[0]?.outputSchema)
  })
})

describe('a tool behind a flag', () => {
  const definitions = defineFlags({
    bulk: { summary: 'Bulk.', state: 'beta', owner: 'team', default: false, allow: ['ada'] },
  })
  const gated = defineTool({
    name: 'export_all',
    summary: 'Export.',
    output: z.object({}),
    effect: 'read',
    flag: 'bulk',
    run: () => ok({}),
  })
  const define = (gate: 'hide' | 'refuse') =>
    defineServer({
      name: 's',
      version: '1',
      tools: [gated, ping],
      flags: createFlags(definitions, { gated: gate }),
      log: silentLog,
    })

  it('is listed and refuses, or is not listed, as the flags say', () => {
    expect(
      define('refuse')
        .tools()
        .map(({ name }) => name),
    ).toEqual(['export_all', 'ping'])
    expect(
      define('hide')
        .tools()
        .map(({ name }) => name),
    ).toEqual(['ping'])
  })

  it('runs for those for whom the flag is on, listed or not', async () => {
    expect(await define('hide').call('export_all')).toMatchObject({
      ok: false,
      problems: [{ code: 'FEATURE_DISABLED' }],
    })
    expect(
      await define('hide').call('export_all', {}, { caller: { id: 'ada', scopes: [] } }),
    ).toMatchObject({ ok: true })
  })

  it('must name a flag that there is', () => {
    const wrong = { ...gated, flag: 'bluk' }
    expect(() =>
      defineServer({
        name: 's',
        version: '1',
        tools: [wrong],
        flags: createFlags(definitions),
        log: silentLog,
      }),
    ).toThrow("did you mean 'bulk'")
  })
})

describe('a server with more tools', () => {
  const define = (name: string) =>
    defineTool({
      name,
      summary: 'Answer.',
      output: z.object({ tool: z.string() }),
      effect: 'read',
      run: (_, call) => ok({ tool: call.tool }),
    })

  it('has the policies, the prefix and the tools of the server that it was made from', async () => {
    const seen: string[] = []
    const witness: Policy = {
      name: 'witness',
      around(request, next) {
        seen.push(request.tool.name)
        return next()
      },
    }
    const init = { name: 's', version: '1', tools: [define('ping')], prefix: 'acme', env: {} }
    const server = defineServer({ ...init, policies: [witness], log: silentLog })
    const larger = server.withTools([define('pong')])
    expect(larger.prefix).toBe('acme')
    expect(larger.tools().map(({ mcpName }) => mcpName)).toEqual(['acme_ping', 'acme_pong'])
    expect(await larger.call('pong')).toMatchObject({ ok: true, data: { tool: 'pong' } })
    expect(await larger.call('ping')).toMatchObject({ ok: true, data: { tool: 'ping' } })
    expect(seen).toEqual(['pong', 'ping'])
    expect(server.tools()).toHaveLength(1)
  })

  it('must not give two tools one name', () => {
    const server = defineServer({ name: 's', version: '1', tools: [define('ping')], env: {} })
    expect(() => server.withTools([define('ping')])).toThrow("two tools are named 'ping'")
  })
})
