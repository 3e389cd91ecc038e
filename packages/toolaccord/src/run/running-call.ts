import type { Call, FailOptions } from '../define/call.ts'
import type { CallRequest } from '../define/policy.ts'
import type { ContentBlock } from '../outcome/content.ts'
import { type FailureInit, type ProblemInit, failure, rejection } from '../outcome/failure.ts'
import type { Notes, Page } from '../outcome/outcome.ts'
import { toWarning } from '../outcome/warnings.ts'

/**
 * The call that a running tool sees. Its members are getters, so that a tool may destructure it and
 * a call makes only what is used.
 */
export class RunningCall implements Call {
  readonly tool: string
  readonly #request: CallRequest
  #notes: Notes | undefined

  constructor(request: CallRequest) {
    this.tool = request.tool.name
    this.#request = request
  }

  /** The notes that a tool has made on its call so far. */
  static notesOf(call: RunningCall): Notes | undefined {
    return call.#notes
  }

  get id() {
    return this.#request.id
  }
  get face() {
    return this.#request.face
  }
  get client() {
    return this.#request.client
  }
  get caller() {
    return this.#request.caller
  }
  get budget() {
    return this.#request.budget
  }
  get signal() {
    return this.#request.signal
  }
  get log() {
    return this.#request.log
  }
  get answers() {
    return this.#request.answers
  }
  get state() {
    return this.#request.state
  }
  get capabilities() {
    return this.#request.capabilities
  }
  get ask() {
    return this.#request.ask
  }
  get flag() {
    return this.#request.flag
  }
  get fail() {
    return (code: string, options: FailOptions = {}): never => {
      const { cause } = options
      if (cause !== undefined) {
        this.log.debug(`tool ${this.tool} fails with ${code}`, { id: this.id, cause })
      }
      throw failure(code, options)
    }
  }
  get reject() {
    return (problems: readonly [ProblemInit, ...ProblemInit[]], init?: FailureInit): never => {
      throw rejection(problems, init)
    }
  }
  get warn() {
    return (code: string, message: string, context?: Readonly<Record<string, unknown>>) => {
      const former = this.#notes?.warnings ?? []
      this.#note({ warnings: [...former, toWarning(code, message, context)] })
    }
  }
  get say() {
    return (message: string) => this.#note({ message })
  }
  get instruct() {
    return (instruction: string) => this.#note({ instruction })
  }
  get page() {
    return (page: Omit<Page, 'hasMore'>) =>
      this.#note({ page: { ...page, hasMore: page.cursor !== null } })
  }
  get attach() {
    return (block: ContentBlock) => {
      const former = this.#notes?.attachments ?? []
      this.#note({ attachments: [...former, block] })
    }
  }
  get progress() {
    return (done: number, total?: number, message?: string) =>
      this.#request.onProgress({ done, total, message })
  }

  #note(more: Notes): void {
    this.#notes = { ...this.#notes, ...more }
  }
}
