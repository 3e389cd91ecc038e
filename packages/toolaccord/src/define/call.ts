import type { Logger } from '../log/log.ts'
import type { ContentBlock } from '../outcome/content.ts'
import type { FailureInit, FailureOptions, ProblemInit } from '../outcome/failure.ts'
import type { Page } from '../outcome/outcome.ts'
import type { CallerSignal } from '../signals/caller-signal.ts'
import type { Conversation } from './conversation.ts'

/** A way in. */
export type Face = 'direct' | 'cli' | 'rest' | 'mcp'

/** Who calls, as far as the face knows; display only, never a reason to trust. */
export interface Client {
  readonly name: string
  readonly version?: string | undefined
}

/** Who calls, as authentication has proved it. */
export interface Caller {
  readonly id: string
  readonly scopes: readonly string[]
}

/** How far a running call has come. */
export interface Progress {
  readonly done: number
  readonly total?: number
  readonly message?: string
}

/**
 * What a caller may say about a call, all optional.
 *
 * @example
 *   const caller = { id: 'ada', scopes: ['notes:write'] }
 *   const options: CallOptions = { caller, timeoutMs: 2000 }
 */
export interface CallOptions {
  /** The request id; made by the server when absent. */
  readonly id?: string | undefined
  readonly face?: Face | undefined
  readonly client?: Client | undefined
  /** Absent where nobody had to prove who they are. */
  readonly caller?: Caller | undefined
  /**
   * Whether it comes over the pipes of the process, from whoever started it; such a caller needs no
   * scopes.
   */
  readonly isLocal?: boolean | undefined
  /**
   * Names the call for the one who retries it: a second one under the same key is not run again.
   */
  readonly idempotencyKey?: string | undefined
  /** The W3C trace context that the call is part of. */
  readonly traceparent?: string | undefined
  /** What the user said, where the face has asked them itself. */
  readonly consent?: 'granted' | 'declined' | undefined
  /** Aborted when the caller goes away. */
  readonly signal?: CallerSignal | undefined
  /** Lowers the time limit of the tool; never raises it. */
  readonly timeoutMs?: number | undefined
  /**
   * Tokens that the answer may have on its face, in the place of those that the tool or the server
   * allows.
   */
  readonly budget?: number | undefined
  /** Takes the place of the server's log for this call. */
  readonly log?: Logger | undefined
  readonly onProgress?: ((progress: Progress) => void) | undefined
  /** How the caller can be asked; absent when it cannot. */
  readonly conversation?: Conversation | undefined
}

/** What is known about a call before its tool runs. */
export interface CallContext
  extends
    Conversation,
    Pick<
      CallOptions,
      'client' | 'caller' | 'isLocal' | 'idempotencyKey' | 'traceparent' | 'consent' | 'budget'
    > {
  readonly id: string
  readonly face: Face
  readonly signal: AbortSignal
  readonly log: Logger
  readonly flag: (name: string) => boolean
  readonly onProgress: (progress: Progress) => void
}

/** What `call.fail` takes beside the code. */
export interface FailOptions extends FailureOptions {
  /** Logged, never shown. */
  readonly cause?: unknown
}

/**
 * What a running tool sees.
 *
 * @example
 *   function findNote(id: string, call: Call<'note_not_found'>): string {
 *     return id === 'n1' ? 'Buy milk' : call.fail('note_not_found', { path: 'id' })
 *   }
 */
export interface Call<Code extends string = string> extends Conversation {
  readonly id: string
  readonly tool: string
  readonly face: Face
  readonly client?: Client | undefined
  /** Who calls, where the server asks for proof of it. */
  readonly caller?: Caller | undefined
  /**
   * How many tokens the answer may have before some of it is left out; undefined where nobody
   * counts them.
   */
  readonly budget?: number | undefined
  /** Aborted at the deadline, and when the caller goes away. */
  readonly signal: AbortSignal
  readonly log: Logger
  /**
   * Ends the call with a hard failure. It throws, so `return`, `??` and deep code all work; do not
   * catch what it throws.
   */
  fail(code: Code, options?: FailOptions): never
  /** Ends the call with a soft failure: it ran and the answer is no. It throws, like `fail`. */
  reject(problems: readonly [ProblemInit<Code>, ...ProblemInit<Code>[]], init?: FailureInit): never
  warn(code: string, message: string, context?: Readonly<Record<string, unknown>>): void
  /** A message for the human. */
  say(message: string): void
  /** An instruction for the agent. */
  instruct(text: string): void
  page(page: Omit<Page, 'hasMore'>): void
  /** Adds a picture, a sound or a link after the data. */
  attach(block: ContentBlock): void
  progress(done: number, total?: number, message?: string): void
  /** Whether a feature flag is on for this caller. */
  flag(name: string): boolean
}
