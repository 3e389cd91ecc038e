import type { CallOptions } from '../call.ts'
import type { Contract, Envelope, Wire } from '../contracts/contract.ts'
import { dialects } from '../contracts/dialects.ts'
import type { Overflow } from '../contracts/overflow.ts'
import { runCli } from '../faces/cli/run-cli.ts'
import { createMcpHandler } from '../faces/mcp/create-mcp-handler.ts'
import { budgetKey, dialectKey, idempotencyKeyKey, metaKeys, modernVersion, notesKey, requestIdKey } from '../faces/mcp/protocol.ts'
import { createRestHandler } from '../faces/rest/create-rest-handler.ts'
import { writeEnvelope } from '../faces/write-envelope.ts'
import type { Outcome } from '../outcome.ts'
import type { Server } from '../server.ts'
import { toCommandLine } from './command-line.ts'

/** The faces that a test can call a server through, without a socket. */
export const faces = ['direct', 'cli', 'rest', 'mcp'] as const

export type TestedFace = (typeof faces)[number]

export interface FaceCallOptions extends Pick<CallOptions, 'id' | 'idempotencyKey' | 'budget'> {
  /** Asks for another dialect than the server's. */
  readonly dialect?: string | undefined
}

/** What came back through a face. */
export interface FaceAnswer {
  readonly outcome: Outcome
  /** The envelope, where the face has one. */
  readonly body?: Envelope
  readonly status?: number
  readonly exit?: number
  /** Whether an MCP result says that the call failed. */
  readonly isError?: boolean
  /** Every byte that the face let out, to search for what must not be there. */
  readonly raw: string
}

/** A client of a server in this process that goes all the way through one face, bytes included. */
export interface FaceClient {
  readonly face: TestedFace
  call(tool: string, args?: unknown, options?: FaceCallOptions): Promise<FaceAnswer>
}

export function createFaceClient(server: Server, face: TestedFace): FaceClient {
  const call = { direct: callDirect, cli: callCli, rest: callRest, mcp: callMcp }[face]
  return { face, call: (tool, args = {}, options = {}) => call(server, tool, args, options) }
}

/** In process nothing is written; it is here, so that all faces can be compared. */
async function callDirect(server: Server, tool: string, args: unknown, { id, idempotencyKey, budget, dialect }: FaceCallOptions): Promise<FaceAnswer> {
  const options = { id, idempotencyKey, budget }
  const { outcome, envelope, overflow } = await writeEnvelope(server, tool, await server.call(tool, args, options), contractOf(server, dialect), options)
  return { outcome, body: JSON.parse(envelope) as Envelope, raw: JSON.stringify([outcome, envelope, overflow]) }
}

async function callCli(server: Server, tool: string, args: unknown, { id, idempotencyKey, budget, dialect }: FaceCallOptions): Promise<FaceAnswer> {
  const { argv, stdin } = toCommandLine(server, tool, args)
  const [stdout, stderr]: [string[], string[]] = [[], []]
  const flag = (name: string, text: string | undefined) => (text === undefined ? [] : [`--${name}`, text])
  const globals = ['--json', ...flag('request-id', id), ...flag('idempotency-key', idempotencyKey), ...flag('dialect', dialect), ...flag('budget', budget?.toString())]
  const exit = await runCli(server, [...globals, ...argv], {
    stdout: { write: (text) => void stdout.push(text) },
    stderr: { write: (text) => void stderr.push(text) },
    async *stdin() {
      yield* stdin
    },
    env: {},
  })
  const [answered, beside] = [lines(stdout), lines(stderr)]
  const [body, ...rest] = [...answered, ...beside] as [Envelope, ...{ readonly notes: Overflow }[]]
  const wire: Wire = { body, overflow: rest[0]?.notes }
  return { outcome: contractOf(server, dialect).decode(wire, server.codes), body, exit, raw: [...stdout, ...stderr].join('') }
}

const lines = (written: readonly string[]): unknown[] =>
  written
    .join('')
    .split('\n')
    .filter((line) => line !== '')
    .map((line): unknown => JSON.parse(line))

async function callRest(server: Server, tool: string, args: unknown, { id, idempotencyKey, budget, dialect }: FaceCallOptions): Promise<FaceAnswer> {
  const response = await createRestHandler(server)(
    new Request(`http://localhost/api/${encodeURIComponent(tool)}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(id !== undefined && { 'x-request-id': id }),
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
        ...(budget !== undefined && { 'toolaccord-budget': String(budget) }),
        ...(dialect !== undefined && { accept: `application/vnd.toolaccord.${dialect}+json` }),
      },
      body: JSON.stringify(args),
    }),
  )
  const [text, notes] = [await response.text(), response.headers.get('toolaccord-notes')]
  const wire: Wire = { body: JSON.parse(text) as Envelope, ...(notes !== null && { overflow: JSON.parse(notes) as Overflow }) }
  const raw = `${JSON.stringify([...response.headers])}\n${text}`
  return { outcome: contractOf(server, dialect).decode(wire, server.codes), body: wire.body, status: response.status, raw }
}

async function callMcp(server: Server, tool: string, args: unknown, { id, idempotencyKey, budget, dialect }: FaceCallOptions): Promise<FaceAnswer> {
  const meta = {
    [metaKeys.version]: modernVersion,
    [metaKeys.capabilities]: {},
    ...(id !== undefined && { [requestIdKey]: id }),
    ...(idempotencyKey !== undefined && { [idempotencyKeyKey]: idempotencyKey }),
    ...(budget !== undefined && { [budgetKey]: budget }),
    ...(dialect !== undefined && { [dialectKey]: dialect }),
  }
  const response = await createMcpHandler(server).fetch(
    new Request('http://localhost/mcp', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'mcp-protocol-version': modernVersion, 'mcp-method': 'tools/call', 'mcp-name': tool },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: tool, arguments: args, _meta: meta } }),
    }),
  )
  const raw = await response.text()
  // The cast names the members that the assertions below rely on; another shape fails them.
  const { result } = JSON.parse(raw) as { readonly result: McpResult }
  const [text] = result.content
  if (text.text !== JSON.stringify(result.structuredContent)) throw new Error('structuredContent and the text block differ')
  const wire: Wire = { body: result.structuredContent, overflow: result._meta?.[notesKey] }
  return { outcome: contractOf(server, dialect).decode(wire, server.codes), body: wire.body, isError: result.isError ?? false, raw }
}

interface McpResult {
  readonly content: readonly [{ readonly text: string }]
  readonly structuredContent: Envelope
  readonly isError?: boolean
  readonly _meta?: { readonly [notesKey]?: Overflow }
}

const contractOf = (server: Server, dialect: string | undefined): Contract => dialects.get(dialect ?? '') ?? server.contract
