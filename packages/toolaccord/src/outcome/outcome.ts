import { isRecord } from '../json/json.ts'
import type { ContentBlock } from './content.ts'
import type { Kind } from './kinds.ts'

/**
 * The neutral result of a call. Every face gets one and every dialect encodes one.
 *
 * @example
 *   function describe(outcome: Outcome<{ title: string }>): string {
 *     return outcome.ok ? outcome.data.title : outcome.problems[0].message
 *   }
 *   describe(ok({ title: 'Buy milk' })) // → 'Buy milk'
 */
export type Outcome<T = unknown, Code extends string = string> = Success<T> | Failure<Code, T>

/** The outcome of a call that did what it was asked to do. */
export interface Success<T = unknown> {
  readonly ok: true
  readonly data: T
  readonly notes: Notes
}

/** The outcome of a call that did not do what it was asked to do. */
export interface Failure<Code extends string = string, T = unknown> {
  readonly ok: false
  readonly problems: readonly [Problem<Code>, ...Problem<Code>[]]
  /** The call ran and the answer is no; not an error of the call. */
  readonly soft: boolean
  /** A partial answer, if there is one; the output schema of the tool holds for it too. */
  readonly data?: T | undefined
  readonly notes: Notes
}

/** One thing that went wrong. */
export interface Problem<Code extends string = string> {
  readonly code: Code
  readonly message: string
  /** The place in the caller's input, as `elements[0].id`. */
  readonly path?: string | undefined
  /** The next step, for a human or an agent. */
  readonly hint?: string | undefined
  readonly details?: Readonly<Record<string, unknown>> | undefined
  /** The calls that may help. */
  readonly next?: readonly NextStep[] | undefined
  /** Set only if it is not the kind that the code has in its codebook. */
  readonly kind?: Kind | undefined
  /** Set only if it is not what the kind says. */
  readonly recoverable?: boolean | undefined
  /** An exception that the author chose to show; never one that was masked. */
  readonly exception?: { readonly type: string; readonly message: string } | undefined
}

/**
 * A call that the caller may make next. Each face shows it in its own words: a call to a model, a
 * command on a terminal, a link over HTTP.
 *
 * @example
 *   const step: NextStep = { tool: 'list_notes', args: { limit: 5 }, why: 'to see every id' }
 */
export interface NextStep {
  /** The name of a tool of the same server, without a prefix. */
  readonly tool: string
  /** Its arguments, or some of them; the caller fills in the others. */
  readonly args?: Readonly<Record<string, unknown>> | undefined
  /** The reason for the call, such as `to see every id`. */
  readonly why?: string | undefined
  /** Written by the command line alone: the step as a line for a shell. */
  readonly command?: string | undefined
  /** Written by HTTP alone: the method of the request. */
  readonly method?: string | undefined
  /** Written by HTTP alone: the path and the query of the request. */
  readonly href?: string | undefined
}

/** The facts that travel beside the data. */
export interface Notes {
  readonly requestId?: string | undefined
  /** For the human. */
  readonly message?: string | undefined
  /** For the agent. */
  readonly instruction?: string | undefined
  readonly warnings?: readonly Warning[] | undefined
  /** The calls that may follow. */
  readonly next?: readonly NextStep[] | undefined
  readonly page?: Page | undefined
  readonly rateLimit?: RateLimit | undefined
  /** Metrics by name, such as `duration_ms`. */
  readonly timing?: Readonly<Record<string, number>> | undefined
  readonly fidelity?: Fidelity | undefined
  /** The version of what was read. */
  readonly version?: string | undefined
  /** The hash of what was read; HTTP sends it as `ETag`. */
  readonly contentHash?: string | undefined
  readonly deprecation?: Deprecation | undefined
  /** Pictures, sounds and links beside the data; MCP shows them after the envelope. */
  readonly attachments?: readonly ContentBlock[] | undefined
  /** The job that the answer is about; it travels beside the envelope. */
  readonly job?: JobNote | undefined
  /** Metadata of a foreign envelope that the model has no name for. */
  readonly extra?: Readonly<Record<string, unknown>> | undefined
}

/** A job, as an answer about it says. */
export interface JobNote {
  readonly id: string
  /** The name of the tool that it runs. */
  readonly tool: string
  /** True if the answer is only the handle to the job. */
  readonly isPending: boolean
}

/** A fact that did not stop the call and that the caller should know. */
export interface Warning {
  readonly code?: string | undefined
  readonly severity?: 'info' | 'warning' | 'error' | undefined
  readonly message: string
  readonly context?: Readonly<Record<string, unknown>> | undefined
}

/** The place of an answer in a list that is given out in pages. */
export interface Page {
  /** Opaque; null on the last page. */
  readonly cursor: string | null
  readonly hasMore: boolean
  readonly size?: number | undefined
  readonly total?: number | undefined
}

/** How many calls a caller has left, and until when. */
export interface RateLimit {
  readonly limit?: number | undefined
  readonly remaining?: number | undefined
  /** ISO 8601 or seconds since the epoch, as the limiter gives it. */
  readonly resetAt?: string | number | undefined
  readonly retryAfterSeconds?: number | undefined
}

/** How much of the content is in the answer, and where the rest is. */
export interface Fidelity {
  /** Absent only in an answer of another server that does not tell it. */
  readonly level?: 'full' | 'partial' | 'summary' | 'reference_only' | undefined
  readonly schemaVersion?: string | undefined
  readonly droppedIds?: readonly string[] | undefined
  readonly archiveHashes?: Readonly<Record<string, string>> | undefined
}

/** The announcement that a tool, argument or code will be removed. */
export interface Deprecation {
  readonly since?: string | undefined
  readonly use?: string | undefined
  readonly removeIn?: string | undefined
}

/**
 * Makes a success.
 *
 * @example
 *   const outcome = ok(
 *     { title: 'Buy milk' },
 *     { warnings: [{ message: 'The cache is an hour old.' }] },
 *   )
 *   outcome.data.title // → 'Buy milk'
 */
export const ok = <const T>(data: T, notes: Notes = {}): Success<T> => ({ ok: true, data, notes })

/** True if a value is a failure, returned or thrown. */
export function isFailure(value: unknown): value is Failure {
  if (typeof value !== 'object' || value === null) return false
  // The cast names the properties that the next line checks.
  const { ok, problems } = value as Partial<Failure>
  return ok === false && Array.isArray(problems) && problems.length > 0
}

/** True if a value is an outcome; a tool or policy written in JavaScript may return anything. */
export function isOutcome(value: unknown): value is Outcome {
  if (!isRecord(value) || !isRecord(value.notes)) return false
  return value.ok === true || (isFailure(value) && typeof value.soft === 'boolean')
}

/** True if the notes or the problems of an outcome have next steps. */
export function hasNext(outcome: Outcome): boolean {
  if (outcome.notes.next !== undefined) return true
  if (outcome.ok) return false
  for (const { next } of outcome.problems) if (next !== undefined) return true
  return false
}
