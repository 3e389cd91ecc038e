import { compact } from '../../../json/json.ts'
import type { Failure } from '../../../outcome/outcome.ts'

/** Thrown if a policy refuses whoever asks for a task, such as one that limits rates. */
export class TaskRefusal extends Error {
  override readonly name = 'TaskRefusal'
  /** What an envelope would say. */
  readonly data: Readonly<Record<string, unknown>>

  constructor({ problems: [problem], notes }: Failure) {
    const { code, message, hint, details } = problem
    super(hint === undefined ? message : `${message} ${hint}`)
    this.data = compact({ code, hint, details, request_id: notes.requestId })
  }
}
