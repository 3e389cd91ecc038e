import { readFileSync } from 'node:fs'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import {
  type AnyTool,
  type Failure,
  type Outcome,
  createFlags,
  defineFlags,
  defineServer,
  defineTool,
  ok,
} from 'toolaccord'
import {
  type Contract,
  type Envelope,
  chemigram,
  dtpr,
  mcpGuide,
  responseV2,
} from 'toolaccord/contracts'
import { type HttpServer, serveHttp } from 'toolaccord/node'
import { createRateLimit } from 'toolaccord/rate-limit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'

const read = <T = Envelope>(name: string): Record<string, T> => {
  const file = `../packages/toolaccord/src/contracts/golden/${name}.json`
  return JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8'))
}

const inToolResults = Object.fromEntries(
  Object.entries(read<{ structuredContent: Envelope }>('dtpr-tool-results')).map(
    ([section, { structuredContent }]) => [section, structuredContent],
  ),
)

/** The examples of the source documents, which a server must give as they are. */
const sources: readonly (readonly [Contract, Record<string, Envelope>])[] = [
  [chemigram, read('chemigram')],
  [dtpr, { ...read('dtpr'), ...inToolResults }],
  [mcpGuide, read('mcp-guide')],
  [responseV2, read('response-v2')],
]

const requestId = 'req_abc123'
const drop = () => {}
const log = { trace: drop, debug: drop, info: drop, warn: drop, error: drop }
const base = { summary: 'Give an example.', effect: 'read' } as const

/** A tool that answers what an example says. */
function toTool(contract: Contract, example: Envelope, at: number): AnyTool {
  const outcome = contract.decode({ body: example })
  const named = { ...base, name: `example_${at}` }
  if (!outcome.ok) {
    const codes = outcome.problems.map(({ code }) => code)
    // The cast says what every example keeps to: its partial answers are objects.
    const failed = outcome as Failure<string, Readonly<Record<string, unknown>>>
    return defineTool({ ...named, codes, output: z.looseObject({}), run: () => failed })
  }
  const { data, notes } = outcome
  if (Array.isArray(data)) {
    const output = z.array(z.unknown())
    return defineTool({ ...named, output, run: () => ok(data, notes) })
  }
  const object = z.looseObject({}).parse(data)
  return defineTool({ ...named, output: z.looseObject({}), run: () => ok(object, notes) })
}

/** The codes that examples have and their contract does not name, as a server declares them. */
function codesBeside(contract: Contract, examples: readonly Envelope[]) {
  const outcomes = examples.map((body): Outcome => contract.decode({ body }))
  const codes = outcomes.flatMap((one) => (one.ok ? [] : one.problems.map(({ code }) => code)))
  const own = codes.filter((code) => !Object.hasOwn(contract.codes, code))
  return Object.fromEntries(own.map((code) => [code, { kind: 'not_found' } as const]))
}

/** A server on a socket, with a client of each kind. */
class Live {
  readonly #http: HttpServer
  readonly #client: Client

  private constructor(http: HttpServer, client: Client) {
    this.#http = http
    this.#client = client
  }

  static async start(server: Parameters<typeof serveHttp>[0]): Promise<Live> {
    const http = await serveHttp(server, { port: 0 })
    const client = new Client({ name: 'tester', version: '1.0.0' })
    await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', http.url)))
    return new Live(http, client)
  }

  async callMcp(name: string, args: Record<string, unknown> = {}): Promise<Envelope> {
    const _meta = { 'dev.toolaccord/request-id': requestId }
    const result = await this.#client.callTool({ name, arguments: args, _meta })
    const [block] = result.content
    const text = block?.type === 'text' ? block.text : ''
    expect(JSON.parse(text)).toEqual(result.structuredContent)
    // The cast names what every answer of this face is.
    return result.structuredContent as Envelope
  }

  async callRest(name: string, args: Record<string, unknown> = {}): Promise<Envelope> {
    const response = await fetch(new URL(`/api/${name}`, this.#http.url), {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-request-id': requestId },
      body: JSON.stringify(args),
    })
    // The cast names what every answer of this face is.
    return (await response.json()) as Envelope
  }

  async close(): Promise<void> {
    await this.#client.close()
    await this.#http.close()
  }
}

/** Both ways to call a server over HTTP. */
const ways = ['callMcp', 'callRest'] as const

/** What a server adds to an example in response-v2: an id, and how long the tool ran. */
function asAnswered(contract: Contract, example: Envelope): Envelope {
  if (contract !== responseV2) return example
  const telemetry = { duration_ms: expect.any(Number) }
  // The cast names what every envelope of this dialect has.
  const meta = { telemetry, ...(example.meta as Envelope), request_id: requestId }
  return { ...example, meta }
}

describe.each(sources)('a running server of $0.name', (contract, examples) => {
  const listed = Object.entries(examples)
  let live: Live

  beforeAll(async () => {
    const bodies = Object.values(examples)
    live = await Live.start(
      defineServer({
        name: 'examples',
        version: '1.0.0',
        contract,
        codes: codesBeside(contract, bodies),
        tools: bodies.map((body, at) => toTool(contract, body, at)),
        log,
      }),
    )
  })

  afterAll(() => live.close())

  describe.each(ways)('answers by %s as the source shows it:', (way) => {
    it.each(listed.map(([section, example], at) => ({ section, example, at })))(
      '$section',
      async ({ example, at }) => {
        expect(await live[way](`example_${at}`)).toEqual(asAnswered(contract, example))
      },
    )
  })
})

describe('a refusal of a running server', () => {
  const flags = createFlags(
    defineFlags({
      tree_view: { summary: 'A tree.', state: 'beta', owner: 'team', default: false },
    }),
    { log, env: {} },
  )
  const output = z.object({})
  const tools = [
    defineTool({ ...base, name: 'gated', output, flag: 'tree_view', run: () => ok({}) }),
    defineTool({ ...base, name: 'limited', output, run: () => ok({}) }),
    defineTool({
      ...base,
      name: 'get_spec',
      input: z.object({ spec_id: z.string(), limit: z.int().optional() }),
      output,
      run: () => ok({}),
    }),
  ]
  const limit = { calls: 1, perSeconds: 60 }
  const unlimited = { gated: false, get_spec: false } as const
  const start = (contract: Contract) =>
    Live.start(
      defineServer({
        name: 'refusals',
        version: '1.0.0',
        contract,
        flags,
        tools,
        policies: [createRateLimit({ limit, tools: unlimited, env: {} })],
        log,
      }),
    )
  const text = expect.any(String)
  const meta = { version: 'response-v2', request_id: requestId }

  describe.each(ways)('in response-v2, by %s', (way) => {
    let live: Live

    beforeAll(async () => {
      live = await start(responseV2)
    })
    afterAll(() => live.close())

    it('names the feature in data', async () => {
      expect(await live[way]('gated')).toEqual({
        success: false,
        data: {
          feature: 'tree_view',
          error_code: 'FEATURE_DISABLED',
          error_type: 'feature_flag',
          remediation: text,
          details: { state: 'beta' },
        },
        error: text,
        meta,
      })
    })

    it('names the time to wait in data', async () => {
      await live[way]('limited')
      expect(await live[way]('limited')).toEqual({
        success: false,
        data: {
          retry_after_seconds: expect.any(Number),
          error_code: 'RATE_LIMIT_EXCEEDED',
          error_type: 'rate_limit',
          remediation: text,
        },
        error: text,
        meta: { ...meta, rate_limit: expect.objectContaining({ limit: 1, remaining: 0 }) },
      })
    })

    it('names the argument that is missing, and the rule', async () => {
      expect(await live[way]('get_spec')).toEqual({
        success: false,
        data: {
          error_code: 'MISSING_REQUIRED',
          error_type: 'validation',
          remediation: text,
          details: { field: 'spec_id', constraint: 'required' },
        },
        error: "Missing required argument 'spec_id'.",
        meta,
      })
    })
  })

  describe.each([
    [chemigram, { error: { code: 'invalid_input' } }],
    [dtpr, { errors: [{ code: 'invalid_arguments' }, { code: 'invalid_arguments' }] }],
    [
      mcpGuide,
      {
        error_type: 'validation_error',
        error_data: { validation_errors: [{ field: 'spec_id' }, { field: 'limit' }] },
        instruction: expect.stringMatching(/^Correct the arguments/),
      },
    ],
    [responseV2, { data: { error_code: 'INVALID_FORMAT' } }],
  ])('in $name', (contract, refused) => {
    it.each(ways)(
      'calls an argument of a wrong type what the source calls it, by %s',
      async (way) => {
        const live = await start(contract)
        const body = await live[way]('get_spec', { spec_id: 7, limit: 'x' })
        await live.close()
        expect(body).toMatchObject(refused)
      },
    )
  })
})
