import type { Authenticator } from '../auth/create-authenticator.ts'
import type { Contract, Envelope, Wire } from '../contracts/contract/contract.ts'
import type { Overflow } from '../contracts/contract/overflow.ts'
import { dialects } from '../contracts/dialects.ts'
import type { NameOf, OutcomeOf } from '../define/arguments-of.ts'
import type { CallOptions, Caller } from '../define/call.ts'
import type { AnyTool } from '../define/tool.ts'
import { runCli } from '../faces/cli/run-cli.ts'
import { createMcpHandler } from '../faces/mcp/create-mcp-handler.ts'
import {
  budgetKey,
  dialectKey,
  idempotencyKeyKey,
  metaKeys,
  modernVersion,
  notesKey,
  requestIdKey,
} from '../faces/mcp/protocol/meta-keys.ts'
import { createRestHandler } from '../faces/rest/create-rest-handler.ts'
import type { ContentBlock } from '../outcome/content.ts'
import type { Outcome } from '../outcome/outcome.ts'
import { writeEnvelope } from '../run/write-within.ts'
import type { Server } from '../server.ts'
import { toCommandLine } from './to-command-line.ts'

/** The faces that a test can call a server through, without a socket. */
export const faces = ['direct', 'cli', 'rest', 'mcp'] as const

/** One of the faces that a test can call a server through. */
export type TestedFace = (typeof faces)[number]

/**
 * What a call through a face may be told; a command has no `caller`, because whoever starts it is
 * trusted.
 */
export interface FaceCallOptions extends Pick<
  CallOptions,
  'id' | 'idempotencyKey' | 'budget' | 'caller'
> {
  /** Asks for another dialect than the server's. */
  readonly dialect?: string | undefined
}

/** What came back through a face. */
export interface FaceAnswer<Of extends Outcome = Outcome> {
  readonly outcome: Of
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
export interface FaceClient<Tools extends readonly AnyTool[] = readonly AnyTool[]> {
  readonly face: TestedFace
  /** The arguments may be wrong ones; the outcome is that of the tool. */
  call<Name extends NameOf<Tools>>(
    tool: Name,
    args?: unknown,
    options?: FaceCallOptions,
  ): Promise<FaceAnswer<OutcomeOf<Tools, Name>>>
}

/** Creates a client that calls the tools of a server through one face, without a port. */
export function createFaceClient<Tools extends readonly AnyTool[]>(
  server: Server<Tools>,
  face: TestedFace,
): FaceClient<Tools> {
  const call = { direct: callDirect, cli: callCli, rest: callRest, mcp: callMcp }[face]
  // The cast says what the pipeline has checked: the data has the type of the tool's output schema.
  return {
    face,
    call: (tool: string, args: unknown = {}, options: FaceCallOptions = {}) =>
      call(server, tool, args, options),
  } as FaceClient<Tools>
}

/** In process nothing is written; it is here, so that all faces can be compared. */
async function callDirect(
  server: Server,
  tool: string,
  args: unknown,
  { dialect, ...options }: FaceCallOptions,
): Promise<FaceAnswer> {
  const { outcome, envelope, overflow } = await writeEnvelope(server, {
    name: tool,
    outcome: await server.call(tool, args, options),
    contract: contractOf(server, dialect),
    options,
  })
  return {
    outcome,
    body: JSON.parse(envelope) as Envelope,
    raw: JSON.stringify([outcome, envelope, overflow]),
  }
}

async function callCli(
  server: Server,
  tool: string,
  args: unknown,
  { id, idempotencyKey, budget, dialect }: FaceCallOptions,
): Promise<FaceAnswer> {
  const { argv, stdin } = toCommandLine(server, tool, args)
  const [stdout, stderr]: [string[], string[]] = [[], []]
  const flag = (name: string, text: string | undefined) =>
    text === undefined ? [] : [`--${name}`, text]
  const globals = [
    '--json',
    ...flag('request-id', id),
    ...flag('idempotency-key', idempotencyKey),
    ...flag('dialect', dialect),
    ...flag('budget', budget?.toString()),
  ]
  const exit = await runCli(server, [...globals, ...argv], {
    stdout: {
      write: (text) => {
        stdout.push(text)
      },
    },
    stderr: {
      write: (text) => {
        stderr.push(text)
      },
    },
    async *stdin() {
      yield* stdin
    },
    env: {},
  })
  const [answered, beside] = [lines(stdout), lines(stderr)]
  const [body, ...rest] = [...answered, ...beside] as [Envelope, ...{ readonly notes: Overflow }[]]
  const wire: Wire = { body, overflow: rest[0]?.notes }
  return {
    outcome: contractOf(server, dialect).decode(wire, server.codes),
    body,
    exit,
    raw: [...stdout, ...stderr].join(''),
  }
}

const lines = (written: readonly string[]): unknown[] =>
  written
    .join('')
    .split('\n')
    .filter((line) => line !== '')
    .map((line): unknown => JSON.parse(line))

async function callRest(
  server: Server,
  tool: string,
  args: unknown,
  { id, idempotencyKey, budget, dialect, caller }: FaceCallOptions,
): Promise<FaceAnswer> {
  const response = await createRestHandler(server, { authenticator: caller && admit(caller) })(
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
  const wire: Wire = {
    body: JSON.parse(text) as Envelope,
    ...(notes !== null && { overflow: JSON.parse(notes) as Overflow }),
  }
  const raw = `${JSON.stringify([...response.headers])}\n${text}`
  return {
    outcome: contractOf(server, dialect).decode(wire, server.codes),
    body: wire.body,
    status: response.status,
    raw,
  }
}

/** Lets every request in as one caller. */
const admit = (caller: Caller): Authenticator => ({
  authenticate: async () => ({ ok: true, caller }),
  challenge: () => undefined,
  metadata: () => undefined,
  metadataPaths: [],
})

async function callMcp(
  server: Server,
  tool: string,
  args: unknown,
  { id, idempotencyKey, budget, dialect, caller }: FaceCallOptions,
): Promise<FaceAnswer> {
  const meta = {
    [metaKeys.version]: modernVersion,
    [metaKeys.capabilities]: {},
    ...(id !== undefined && { [requestIdKey]: id }),
    ...(idempotencyKey !== undefined && { [idempotencyKeyKey]: idempotencyKey }),
    ...(budget !== undefined && { [budgetKey]: budget }),
    ...(dialect !== undefined && { [dialectKey]: dialect }),
  }
  const name = server.tools().find((listing) => listing.name === tool)?.mcpName ?? tool
  const request = new Request('http://localhost/mcp', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'mcp-protocol-version': modernVersion,
      'mcp-method': 'tools/call',
      'mcp-name': name,
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name, arguments: args, _meta: meta },
    }),
  })
  const handler = createMcpHandler(server, { authenticator: caller && admit(caller) })
  const response = await handler.fetch(request)
  const raw = await response.text()
  // The cast names the members that the assertions below rely on; another shape fails them.
  const { result } = JSON.parse(raw) as { readonly result?: McpResult }
  if (result === undefined)
    throw new Error(
      `MCP answered ${response.status} without a result: ${raw} ${response.headers.get('www-authenticate') ?? ''}`,
    )
  const [text, ...blocks] = result.content
  if (text.text !== JSON.stringify(result.structuredContent))
    throw new Error('structuredContent and the text block differ')
  const wire: Wire = { body: result.structuredContent, overflow: result._meta?.[notesKey] }
  const outcome = withAttachments(contractOf(server, dialect).decode(wire, server.codes), blocks)
  return { outcome, body: wire.body, isError: result.isError ?? false, raw }
}

/**
 * On MCP attachments are blocks after the envelope; an instruction that the dialect has no field
 * for may stand before them.
 */
function withAttachments(outcome: Outcome, [first, ...others]: readonly ContentBlock[]): Outcome {
  const isInstruction = first?.type === 'text' && first.text === outcome.notes.instruction
  const attachments = first === undefined || isInstruction ? others : [first, ...others]
  return attachments.length === 0
    ? outcome
    : { ...outcome, notes: { ...outcome.notes, attachments } }
}

interface McpResult {
  readonly content: readonly [{ readonly text: string }, ...ContentBlock[]]
  readonly structuredContent: Envelope
  readonly isError?: boolean
  readonly _meta?: { readonly [notesKey]?: Overflow }
}

const contractOf = (server: Server, dialect: string | undefined): Contract =>
  dialects.get(dialect ?? '') ?? server.contract
