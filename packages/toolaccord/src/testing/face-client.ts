import type { Envelope } from '../contracts/contract/contract-init.ts'
import type { Contract, Wire } from '../contracts/contract/contract.ts'
import type { Overflow } from '../contracts/contract/overflow.ts'
import { findDialect } from '../contracts/dialects.ts'
import type { AnswerOf, CodeOf, NameOf } from '../define/arguments-of.ts'
import type { AnyTool } from '../define/tool.ts'
import { runCli } from '../faces/cli/run-cli.ts'
import { notesKey } from '../faces/mcp/protocol/meta-keys.ts'
import { createRestHandler } from '../faces/rest/create-rest-handler.ts'
import { isRecord } from '../json/json.ts'
import type { ContentBlock } from '../outcome/content.ts'
import { mapNext } from '../outcome/next.ts'
import { type Outcome, hasNext } from '../outcome/outcome.ts'
import { withoutDuration } from '../outcome/without-duration.ts'
import { hiddenInstruction, writeEnvelope } from '../run/write-within.ts'
import type { Server } from '../server.ts'
import { callInProcess } from './faces/call-in-process.ts'
import { admit, exchangeMcp } from './faces/exchange-mcp.ts'
import type { FaceCallOptions } from './faces/face-call-options.ts'
import { toCommandLine } from './faces/to-command-line.ts'
import { toMcpOutcome } from './faces/to-mcp-outcome.ts'
import { wireWithoutDuration } from './faces/wire-without-duration.ts'
import { withAgreement } from './faces/with-agreement.ts'

/** The faces that a test can call a server through, without a socket. */
export const faces = ['direct', 'cli', 'rest', 'mcp'] as const

/** One of the faces that a test can call a server through. */
export type TestedFace = (typeof faces)[number]

/** The answer that came back through a face. */
export interface FaceAnswer<Of extends Outcome = Outcome> {
  /** Without the `duration_ms` of its timing, which differs from run to run. */
  readonly outcome: Of
  /** The envelope, without that time; `raw` has it. */
  readonly body?: Envelope
  readonly status?: number
  readonly exit?: number
  /** True if an MCP result says that the call failed. */
  readonly isError?: boolean
  /** Every byte that the face let out, to search for what must not be there. */
  readonly raw: string
}

/** A client of a server in this process that goes all the way through one face, bytes included. */
export interface FaceClient<
  Tools extends readonly AnyTool[] = readonly AnyTool[],
  Code extends string = string,
> {
  readonly face: TestedFace
  /** The arguments may be wrong ones; the outcome is that of the tool. */
  call<Name extends NameOf<Tools>>(
    tool: Name,
    args?: unknown,
    options?: FaceCallOptions,
  ): Promise<FaceAnswer<Outcome<AnswerOf<Tools, Name>, Code | CodeOf<Tools, Name>>>>
  /** The same for a name that the types do not have, such as a former one. */
  callByName(tool: string, args?: unknown, options?: FaceCallOptions): Promise<FaceAnswer>
}

/** Creates a client that calls the tools of a server through one face, without a port. */
export function createFaceClient<Tools extends readonly AnyTool[], Code extends string>(
  server: Server<Tools, Code>,
  face: TestedFace,
): FaceClient<Tools, Code> {
  const callFace = {
    direct: callDirect,
    cli: callCli,
    rest: withAgreement(callRest),
    mcp: withAgreement(callMcp),
  }[face]
  const callByName: FaceClient['callByName'] = (tool, args = {}, options = {}) =>
    callFace(server, tool, args, options)
  // The cast says what the pipeline has checked: the data has the type of the tool's output schema.
  return { face, call: callByName, callByName } as FaceClient<Tools, Code>
}

/** In process nothing is written; it is written here so that all faces can be compared. */
async function callDirect(
  server: Server,
  tool: string,
  args: unknown,
  { dialect, ...options }: FaceCallOptions,
): Promise<FaceAnswer> {
  const { outcome, envelope, overflow } = await writeEnvelope(server, {
    name: tool,
    outcome: withoutDuration(await callInProcess(server, tool, args, options)),
    contract: contractOf(server, { dialect, caller: options.caller }),
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
  options: FaceCallOptions,
): Promise<FaceAnswer> {
  const { argv, stdin } = toCommandLine(server, tool, args)
  const agreed = options.consent === undefined ? [] : ['--yes']
  const stdout = createSink()
  const stderr = createSink()
  const exit = await runCli(server, ['--json', ...toGlobalFlags(options), ...argv, ...agreed], {
    stdout,
    stderr,
    async *stdin() {
      yield* stdin
    },
    env: {},
    caller: options.caller,
  })
  // The cast names what `--json` writes: the envelope, and beside it the overflow.
  const [body, beside] = [...lines(stdout.written), ...lines(stderr.written)].filter(
    (line) => !isEvent(line),
  ) as [Envelope, { readonly notes: Overflow }?]
  const wire = wireWithoutDuration({ body, overflow: beside?.notes })
  return {
    // A command has no caller.
    outcome: decode(server, wire, { ...options, caller: undefined }),
    body: wire.body,
    exit,
    raw: [...stdout.written, ...stderr.written].join(''),
  }
}

function createSink() {
  const written: string[] = []
  return {
    written,
    write(text: string) {
      written.push(text)
    },
  }
}

function toGlobalFlags({ id, idempotencyKey, dialect, budget }: FaceCallOptions): string[] {
  const flags: string[] = []
  if (id !== undefined) flags.push('--request-id', id)
  if (idempotencyKey !== undefined) flags.push('--idempotency-key', idempotencyKey)
  if (dialect !== undefined) flags.push('--dialect', dialect)
  if (budget !== undefined) flags.push('--budget', String(budget))
  return flags
}

const lines = (written: readonly string[]): unknown[] =>
  written
    .join('')
    .split('\n')
    .filter((line) => line !== '')
    .map((line): unknown => JSON.parse(line))

/** True for a line that tells how a job goes; the answer comes after all of them. */
const isEvent = (line: unknown): boolean => isRecord(line) && typeof line.event === 'string'

async function callRest(
  server: Server,
  tool: string,
  args: unknown,
  options: FaceCallOptions,
): Promise<FaceAnswer> {
  const { caller } = options
  const handler = createRestHandler(server, { authenticator: caller && admit(caller) })
  const request = new Request(`http://localhost/api/${encodeURIComponent(tool)}`, {
    method: 'POST',
    headers: toRestHeaders(options),
    body: JSON.stringify(args),
  })
  const response = await handler(request)
  const text = await response.text()
  const notes = response.headers.get('toolaccord-notes')
  // The casts name what the face writes there.
  const body = JSON.parse(text) as Envelope
  const overflow = notes === null ? undefined : (JSON.parse(notes) as Overflow)
  const wire = wireWithoutDuration({ body, overflow })
  return {
    outcome: decode(server, wire, options),
    body: wire.body,
    status: response.status,
    raw: `${JSON.stringify([...response.headers])}\n${text}`,
  }
}

function toRestHeaders({ id, idempotencyKey, budget, dialect }: FaceCallOptions): Headers {
  const headers = new Headers({ 'content-type': 'application/json' })
  if (id !== undefined) headers.set('x-request-id', id)
  if (idempotencyKey !== undefined) headers.set('idempotency-key', idempotencyKey)
  if (budget !== undefined) headers.set('toolaccord-budget', String(budget))
  if (dialect !== undefined) headers.set('accept', `application/vnd.toolaccord.${dialect}+json`)
  return headers
}

async function callMcp(
  server: Server,
  tool: string,
  args: unknown,
  options: FaceCallOptions,
): Promise<FaceAnswer> {
  const name = server.tools().find((listing) => listing.name === tool)?.mcpName ?? tool
  const params = { name, arguments: args }
  const exchange = await exchangeMcp(server, { method: 'tools/call', name, params }, options)
  const { status, raw, answer } = exchange
  // The cast names the properties that the checks below rely on; another shape fails them.
  const { result } = answer as { readonly result?: McpResult }
  if (result === undefined) return { outcome: toMcpOutcome(answer), status, raw }
  const [text, ...blocks] = result.content
  const { structuredContent } = result
  if (structuredContent !== undefined && text.text !== JSON.stringify(structuredContent)) {
    throw new Error('structuredContent and the text block differ')
  }
  const body = structuredContent ?? (JSON.parse(text.text) as Envelope)
  const wire = wireWithoutDuration({ body, overflow: result._meta?.[notesKey] })
  const decoded = withOwnNames(decode(server, wire, options), server)
  const outcome = withAttachments(decoded, blocks, wire)
  return { outcome, body: wire.body, isError: result.isError ?? false, raw }
}

/**
 * Adds the attachments, which are blocks after the envelope on MCP. What the dialect has no field
 * for may be the first block.
 */
function withAttachments(
  outcome: Outcome,
  [first, ...others]: readonly ContentBlock[],
  { overflow }: Wire,
): Outcome {
  const hidden = hiddenInstruction({ outcome, envelope: '', overflow })
  const isHidden = first?.type === 'text' && first.text === hidden
  const attachments = first === undefined || isHidden ? others : [first, ...others]
  if (attachments.length === 0) return outcome
  return { ...outcome, notes: { ...outcome.notes, attachments } }
}

interface McpResult {
  readonly content: readonly [{ readonly text: string }, ...ContentBlock[]]
  /** Absent if the tool attaches blocks. */
  readonly structuredContent?: Envelope
  readonly isError?: boolean
  readonly _meta?: { readonly [notesKey]?: Overflow }
}

/** The contract that a call asks for, else the one that the server chooses for its caller. */
function contractOf(server: Server, { dialect, caller }: FaceCallOptions): Contract {
  if (dialect === undefined) return server.contractFor({ caller })
  return findDialect(dialect, server.contract) ?? server.contract
}

/** Reads the outcome, its next steps without what a face adds to them. */
function decode(server: Server, wire: Wire, options: FaceCallOptions): Outcome {
  const outcome = contractOf(server, options).decode(wire, server.codes)
  if (!hasNext(outcome)) return outcome
  return mapNext(outcome, ({ tool, args, why }) => ({ tool, args, why }))
}

/** Names the tools of next steps without the prefix that they have on MCP. */
function withOwnNames(outcome: Outcome, server: Server): Outcome {
  if (!hasNext(outcome)) return outcome
  return mapNext(outcome, (step) => {
    const listed = server.tools().find(({ mcpName }) => mcpName === step.tool)
    return listed && { ...step, tool: listed.name }
  })
}
