import type { ContentBlock } from './content.ts'
import type { Conversation } from './conversation.ts'
import { type FailureInit, type FailureOptions, type ProblemInit, failure, rejection } from './failure.ts'
import { type CallerSignal, type SignalMaker, makeSignal, withSignal } from './lazy-signal.ts'
import type { Logger } from './log.ts'
import type { Notes, Page, Warning } from './outcome.ts'

/** A way in. */
export type Face = 'direct' | 'cli' | 'rest' | 'mcp'

/** Who calls, as far as the face knows; display only, never a reason to trust. */
export interface Client {
  readonly name: string
  readonly version?: string
}

export interface Progress {
  readonly done: number
  readonly total?: number
  readonly message?: string
}

/** What a caller may say about a call, all optional. */
export interface CallOptions {
  /** The request id; made by the server when absent. */
  readonly id?: string
  readonly face?: Face
  readonly client?: Client
  /** Aborted when the caller goes away. */
  readonly signal?: CallerSignal
  /** Lowers the time limit of the tool; never raises it. */
  readonly timeoutMs?: number
  /** Takes the place of the server's log for this call. */
  readonly log?: Logger
  readonly onProgress?: (progress: Progress) => void
  /** How the caller can be asked; absent when it cannot. */
  readonly conversation?: Conversation
}

/** What is known about a call before its tool runs. */
export interface CallContext extends Conversation {
  readonly id: string
  readonly face: Face
  readonly client?: Client
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

/** What a running tool sees. */
export interface Call<Code extends string = string> extends Conversation {
  readonly id: string
  readonly tool: string
  readonly face: Face
  readonly client?: Client
  /** Aborted at the deadline, and when the caller goes away. */
  readonly signal: AbortSignal
  readonly log: Logger
  /** Ends the call with a hard failure. It throws, so `return`, `??` and deep code all work; do not catch what it throws. */
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

/** A call and the notes that the tool has made on it so far. */
export function createCall(
  tool: string,
  context: Omit<CallContext, 'signal'>,
  signal: () => AbortSignal,
): { readonly call: Call; readonly notes: () => Notes | undefined } {
  const { id, face, client, log, flag, onProgress, answers, state, capabilities, ask } = context
  const warnings: Warning[] = []
  const attachments: ContentBlock[] = []
  let notes: Notes | undefined
  const note = (more: Notes) => void (notes = { ...notes, ...more })
  const call: Omit<Call, 'signal'> & SignalMaker = {
    [makeSignal]: signal,
    id,
    tool,
    face,
    client,
    log,
    flag,
    answers,
    state,
    capabilities,
    ask,
    fail(code, options = {}) {
      if (options.cause === undefined) throw failure(code, options)
      const { cause, ...shown } = options
      log.debug(`tool ${tool} fails with ${code}`, { id, cause })
      throw failure(code, shown)
    },
    reject(problems, init) {
      throw rejection(problems, init)
    },
    warn(code, message, context) {
      warnings.push({ code, severity: 'warning', message, ...(context && { context }) })
      note({ warnings })
    },
    say: (message) => note({ message }),
    instruct: (instruction) => note({ instruction }),
    page: (page) => note({ page: { ...page, hasMore: page.cursor !== null } }),
    attach(block) {
      attachments.push(block)
      note({ attachments })
    },
    progress: (done, total, message) => onProgress({ done, ...(total !== undefined && { total }), ...(message !== undefined && { message }) }),
  }
  return { call: withSignal(call), notes: () => notes }
}
