import type { Contract } from '../../../contracts/contract/contract.ts'
import { type Written, writeWhole } from '../../../contracts/contract/contract.ts'
import { dialects } from '../../../contracts/dialects.ts'
import type { CallOptions, Client } from '../../../define/call.ts'
import { findBudgetProblem } from '../../../fidelity/budget.ts'
import { isRecord } from '../../../json/json.ts'
import type { ContentBlock } from '../../../outcome/content.ts'
import { type Outcome, hasNext } from '../../../outcome/outcome.ts'
import type { ReasonProblem } from '../../../outcome/reasons.ts'
import { hiddenInstruction } from '../../../run/write-within.ts'
import type { Server } from '../../../server.ts'
import { badIdempotencyKey, isIdempotencyKey } from '../../idempotency-key.ts'
import { plausibleBudget, plausibleTimeout, plausibleTraceparent } from '../../plausible.ts'
import { safeId } from '../../plausible.ts'
import type { McpOptions } from './mcp-options.ts'
import {
  budgetKey,
  dialectKey,
  idempotencyKeyKey,
  metaKeys,
  notesKey,
  requestIdKey,
  timeoutKey,
} from './meta-keys.ts'
import { withCalls } from './with-calls.ts'

/** The `_meta` of a request. */
export type Meta = Readonly<Record<string, unknown>>

/** Who sends a call, as far as the transport knows. */
export type Sender = Pick<CallOptions, 'client' | 'caller' | 'signal' | 'isLocal'>

/** The client of a `clientInfo` of either era; undefined if it says nothing usable. */
export function toClient(info: unknown): Client | undefined {
  if (!isRecord(info) || typeof info.name !== 'string') return undefined
  if (typeof info.version !== 'string') return { name: info.name }
  return { name: info.name, version: info.version }
}

/**
 * The contract that a request names in its `_meta`, else the one that the server has for its
 * sender.
 */
export function contractFor(meta: Meta, server: Server, { caller, client }: Sender): Contract {
  const asked = meta[dialectKey]
  const named = typeof asked === 'string' ? dialects.get(asked) : undefined
  if (named !== undefined) return named
  return server.hasOneContract ? server.contract : server.contractFor({ caller, client })
}

/**
 * Says why a call cannot be made the way its `_meta` asks: without its key, a retried call would
 * run twice.
 */
export function findMetaProblem(meta: Meta): ReasonProblem | undefined {
  const { [idempotencyKeyKey]: key, [budgetKey]: budget } = meta
  if (key !== undefined && !isIdempotencyKey(key)) return badIdempotencyKey
  if (budget !== undefined) return findBudgetProblem(budget)
  return undefined
}

/** The options of a call whose `_meta` has no problem. */
export function toCallOptions(meta: Meta, sender: Sender): CallOptions {
  return {
    face: 'mcp',
    id: read(meta, requestIdKey, safeId),
    client: sender.client,
    caller: sender.caller,
    isLocal: sender.isLocal,
    idempotencyKey: read(meta, idempotencyKeyKey, String),
    traceparent: read(meta, metaKeys.traceparent, plausibleTraceparent),
    timeoutMs: read(meta, timeoutKey, plausibleTimeout),
    budget: read(meta, budgetKey, plausibleBudget),
    signal: sender.signal,
  }
}

function read<T>(meta: Meta, key: string, convert: (value: unknown) => T): T | undefined {
  const value = meta[key]
  return value === undefined ? undefined : convert(value)
}

/** An outcome that was written without its attachments, which are blocks of their own. */
export interface WrittenCall extends Written {
  readonly attachments?: readonly ContentBlock[] | undefined
}

/** The parts of a server that writing an outcome needs. */
export type CallWriterParts = Pick<Server, 'codes' | 'tools'>

/** Writes the outcome of a call. */
export function writeToolCall(
  given: Outcome,
  contract: Contract,
  server: CallWriterParts,
): WrittenCall {
  const { codes } = server
  const outcome = hasNext(given) ? withCalls(given, server) : given
  const { attachments } = outcome.notes
  if (attachments === undefined) return writeWhole(outcome, contract, codes)
  const notes = { ...outcome.notes, attachments: undefined }
  return { ...writeWhole({ ...outcome, notes }, contract, codes), attachments }
}

/** The result of `tools/call`, in either lane. */
export interface ToolResult {
  /** The envelope as a JSON string: serialised once, spliced wherever it is needed. */
  readonly envelope: string
  readonly text: string
  readonly isError: boolean
  readonly meta?: Readonly<Record<string, unknown>> | undefined
  readonly attachments?: readonly ContentBlock[] | undefined
}

/** The same facts in both fields of the result, because clients show the model one or the other. */
export function toToolResult(written: WrittenCall, text: McpOptions['text']): ToolResult {
  const { outcome, envelope, overflow } = written
  return {
    envelope,
    text: text === 'brief' ? toBrief(outcome) : envelope,
    isError: !outcome.ok && !outcome.soft,
    meta: overflow && { [notesKey]: overflow },
    attachments: withInstruction(written),
  }
}

/** The attachments, after the instruction that the envelope has no field for. */
function withInstruction(written: WrittenCall): ToolResult['attachments'] {
  const { attachments } = written
  const text = hiddenInstruction(written)
  return text === undefined ? attachments : [{ type: 'text', text }, ...(attachments ?? [])]
}

/** One line for people. */
function toBrief(outcome: Outcome): string {
  if (outcome.ok) return outcome.notes.message ?? 'Done.'
  const [{ code, message, hint }] = outcome.problems
  return hint === undefined ? `${code}: ${message}` : `${code}: ${message} ${hint}`
}
