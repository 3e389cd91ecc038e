import type { Logger } from '../log/log.ts'
import type { ContentBlock } from '../outcome/content.ts'
import type { FailureInit, FailureOptions, ProblemInit } from '../outcome/failure.ts'
import type { NextStep, Page } from '../outcome/outcome.ts'
import type { CallerSignal } from '../signals/caller-signal.ts'
import type { Conversation } from './questions/conversation.ts'
import type { AnswerTo, TypedQuestion } from './questions/typed-question.ts'

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
  /** The authorization server that vouches for the id; absent for a key of the server's own. */
  readonly issuer?: string | undefined
  readonly scopes: readonly string[]
}

/** How far a running call has come. */
export interface Progress {
  readonly done: number
  readonly total?: number
  readonly message?: string
}

/**
 * The options of a call, as a face gives them. All are optional.
 *
 * @example
 *   const caller = { id: 'ada', scopes: ['notes:write'] }
 *   const options: CallOptions = { caller, timeoutMs: 2000 }
 */
export interface CallOptions {
  /** The request id. Default: the server makes one. */
  readonly id?: string | undefined
  readonly face?: Face | undefined
  readonly client?: Client | undefined
  /** Who calls, if the server asks for proof. */
  readonly caller?: Caller | undefined
  /**
   * True if the call comes over the pipes of the process, from whoever started it. Such a caller
   * needs no scopes.
   */
  readonly isLocal?: boolean | undefined
  /** A key for callers who retry: a second call under the same key is not run again. */
  readonly idempotencyKey?: string | undefined
  /** The W3C trace context that the call is part of. */
  readonly traceparent?: string | undefined
  /** The user's answer, if the face has asked for consent itself. */
  readonly consent?: 'granted' | 'declined' | undefined
  /**
   * How a user who cannot be asked agrees through this face, such as `run it again with --yes`.
   * Default: by the argument `explicit_action`.
   */
  readonly agreeBy?: string | undefined
  /** Aborted when the caller goes away. */
  readonly signal?: CallerSignal | undefined
  /** Lowers the time limit of the tool; never raises it. */
  readonly timeoutMs?: number | undefined
  /**
   * How long to wait for a tool that may take long, in milliseconds; after that the answer is a
   * handle to its job. With 0 it is a handle at once, and the caller is not asked anything.
   * Default: until it has ended.
   */
  readonly waitMs?: number | undefined
  /**
   * The tokens that the answer may have. Default: as many as the tool or the server allows.
   */
  readonly budget?: number | undefined
  /**
   * The bytes that the answer may have, if the caller's host cuts longer ones. It holds on a server
   * that counts tokens. Default: no such limit.
   */
  readonly answerBytes?: number | undefined
  /** Takes the place of the server's log for this call. */
  readonly log?: Logger | undefined
  readonly onProgress?: ((progress: Progress) => void) | undefined
  /** How the caller can be asked. Default: it cannot. */
  readonly conversation?: Conversation | undefined
}

/** The facts about a call that policies, prompts and resources get. */
export interface CallContext
  extends
    Conversation,
    Pick<
      CallOptions,
      | 'client'
      | 'caller'
      | 'isLocal'
      | 'idempotencyKey'
      | 'traceparent'
      | 'consent'
      | 'agreeBy'
      | 'budget'
      | 'waitMs'
    > {
  readonly id: string
  readonly face: Face
  readonly signal: AbortSignal
  readonly log: Logger
  readonly flag: (name: string) => boolean
  readonly onProgress: (progress: Progress) => void
}

/** What a long tool can do for the time after its process has died. */
export interface RunningJob {
  /** In the place of the signal of the call, which the job outlives. */
  readonly signal?: AbortSignal | undefined
  /** In the place of what the call does with progress. */
  onProgress?(progress: Progress): void
  /** What an earlier attempt gave to `checkpoint`; undefined if this is the first. */
  readonly resumed?: unknown
  /** Keeps the state of the work; resolves when it is kept. */
  checkpoint(state: unknown): Promise<void>
}

/** The options of `call.fail`. */
export interface FailOptions extends FailureOptions {
  /** Logged, never shown. */
  readonly cause?: unknown
}

/**
 * The call that a running tool sees.
 *
 * @example
 *   function findNote(id: string, call: Call<'NOTE_NOT_FOUND'>): string {
 *     return id === 'n1' ? 'Buy milk' : call.fail('NOTE_NOT_FOUND', { path: 'id' })
 *   }
 */
export interface Call<Code extends string = string> {
  readonly id: string
  readonly tool: string
  readonly face: Face
  readonly client?: Client | undefined
  /** Who calls, if the server asks for proof. */
  readonly caller?: Caller | undefined
  /** True if the call comes from whoever started the process, who needs no scopes. */
  readonly isLocal?: boolean | undefined
  /**
   * The tokens that the answer may have before some of it is left out; undefined if the server does
   * not count them.
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
  /** Adds a warning to the answer. */
  warn(code: string, message: string, context?: Readonly<Record<string, unknown>>): void
  /** Adds a message for the user. */
  say(message: string): void
  /** Adds an instruction for the agent. */
  instruct(text: string): void
  /** Suggests calls that may follow; those that the server does not take are left out. */
  suggest(...steps: readonly NextStep[]): void
  /** Says where the answer is in a list that is cut into pages. */
  page(page: Omit<Page, 'hasMore'>): void
  /** Adds a picture, a sound or a link after the data. */
  attach(block: ContentBlock): void
  /** The questions that the caller can be asked: `elicitation`, `sampling`, `roots`. */
  readonly capabilities: Conversation['capabilities']
  /**
   * Asks the caller's side and returns the answer. If it is not there yet, the round ends: it
   * throws, and the tool is run again from its beginning with the answer. The key is the name of
   * the question within the tool.
   */
  ask<const Asked extends TypedQuestion<Code>>(key: string, question: Asked): AnswerTo<Asked>
  /** Asks several questions in one round; the answers are under their keys. */
  askAll<const Asked extends Readonly<Record<string, TypedQuestion<Code>>>>(
    questions: Asked,
  ): { readonly [Key in keyof Asked]: AnswerTo<Asked[Key]> }
  /** Makes a value of JSON in the first round, and returns the same one in every later round. */
  keep<T>(key: string, make: () => T): T
  /** Reports progress to the caller. */
  progress(done: number, total?: number, message?: string): void
  /**
   * Keeps the state of a long tool, as JSON, so that it can go on from there if its process dies;
   * resolves when it is kept. For a tool that is not long nothing happens.
   */
  checkpoint(state: unknown): Promise<void>
  /** What an earlier attempt gave last to `checkpoint`; undefined if this is the first. */
  readonly resumed: unknown
  /** True if a feature flag is on for this caller. */
  flag(name: string): boolean
}

/** The call that `prepare` of a tool sees: it may end the call, and adds nothing to its answer. */
export type PreparingCall<Code extends string = string> = Pick<
  Call<Code>,
  | 'id'
  | 'tool'
  | 'face'
  | 'client'
  | 'caller'
  | 'signal'
  | 'log'
  | 'capabilities'
  | 'fail'
  | 'reject'
  | 'flag'
>
