import { type Contract, type Written, writeWhole } from '../../../contracts/contract/contract.ts'
import type { Overflow } from '../../../contracts/contract/overflow.ts'
import { findDialect, toUnknownDialect } from '../../../contracts/dialects.ts'
import type { CallOptions, Client } from '../../../define/call.ts'
import { findBudgetProblem } from '../../../fidelity/budget.ts'
import { compactUnlessEmpty, isRecord } from '../../../json/json.ts'
import type { ContentBlock } from '../../../outcome/content.ts'
import { type Outcome, hasNext } from '../../../outcome/outcome.ts'
import type { ReasonProblem } from '../../../outcome/reasons.ts'
import type { Server } from '../../../server.ts'
import { badIdempotencyKey, isIdempotencyKey } from '../../idempotency-key.ts'
import { plausibleBudget, plausibleTimeout, plausibleTraceparent } from '../../plausible.ts'
import { safeId } from '../../plausible.ts'
import {
  budgetKey,
  dialectKey,
  idempotencyKeyKey,
  metaKeys,
  requestIdKey,
  timeoutKey,
} from '../protocol/meta-keys.ts'
import { type CallNames, withCalls } from './with-calls.ts'

/** The `_meta` of a request. */
export type Meta = Readonly<Record<string, unknown>>

/** Who sends a call, as far as the transport knows. */
export interface Sender extends Pick<CallOptions, 'client' | 'caller' | 'signal' | 'isLocal'> {
  /** The program that its `User-Agent` names, for requests that do not name their client. */
  readonly agent?: Client | undefined
}

/** The program that a `User-Agent` names first, such as `codex-mcp-client/0.166.0`. */
export function toAgent(userAgent: unknown): Client | undefined {
  if (typeof userAgent !== 'string') return undefined
  const groups = /^(?<name>[\w.-]{1,64})\/(?<version>[\w.+-]{1,64})/.exec(userAgent)?.groups
  if (groups?.name === undefined) return undefined
  return { name: groups.name, version: groups.version }
}

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
  const named = typeof asked === 'string' ? findDialect(asked, server.contract) : undefined
  if (named !== undefined) return named
  return server.hasOneContract ? server.contract : server.contractFor({ caller, client })
}

/**
 * Says why a call cannot be made the way its `_meta` asks: without its key, a retried call would
 * run twice, and in another dialect its answer would not be understood.
 */
export function findMetaProblem(meta: Meta, own: Contract): ReasonProblem | undefined {
  const { [idempotencyKeyKey]: key, [budgetKey]: budget, [dialectKey]: dialect } = meta
  if (key !== undefined && !isIdempotencyKey(key)) return badIdempotencyKey
  const isKnown = typeof dialect === 'string' && findDialect(dialect, own) !== undefined
  if (dialect !== undefined && !isKnown) return toUnknownDialect(String(dialect), own)
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
export type CallWriterParts = Pick<Server, 'codes'> & CallNames

/** Writes the outcome of a call. */
export function writeToolCall(
  given: Outcome,
  contract: Contract,
  server: CallWriterParts,
): WrittenCall {
  const outcome = hasNext(given) ? withCalls(given, server) : given
  const written = writeWhole(outcome, contract, server.codes)
  const { attachments } = outcome.notes
  if (attachments === undefined) return written
  return { ...written, overflow: withoutAttachments(written.overflow), attachments }
}

/** The overflow without the blocks, which a result has in its content. */
function withoutAttachments(overflow: Overflow | undefined): Overflow | undefined {
  if (overflow === undefined) return undefined
  const { notes = {}, ...others } = overflow
  const kept = compactUnlessEmpty({ ...notes, attachments: undefined })
  return compactUnlessEmpty({ ...others, notes: kept })
}
