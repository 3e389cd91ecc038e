import type { Progress } from '../../../define/call.ts'

/**
 * The progress of one request on the wire. The protocol wants every value to be greater than the
 * one before; a client that hears nothing gives up, so there are beats between what a tool says.
 */
export class ProgressLine {
  /** What the tool said last. */
  #said: Progress | undefined
  /** The value that was sent last. */
  #sent = 0
  #hasSent = false

  /** The progress to send for what a tool says; undefined if it says nothing new. */
  say(progress: Progress): Progress | undefined {
    const { done } = progress
    if (this.#said !== undefined && done <= this.#said.done) return undefined
    this.#said = progress
    // Beats may have come a little further than a tool that reports very small steps.
    const isAhead = this.#hasSent && done <= this.#sent
    return this.#send({ ...progress, done: isAhead ? above(this.#sent) : done })
  }

  /** The progress to send while a tool says nothing: its last words, a trace further on. */
  beat(): Progress {
    const { total, message = 'Still working.' } = this.#said ?? {}
    const done = above(this.#sent)
    // More than all of it would be a lie.
    return this.#send(
      total === undefined || total < done ? { done, message } : { done, total, message },
    )
  }

  #send(progress: Progress): Progress {
    this.#sent = progress.done
    this.#hasSent = true
    return progress
  }
}

/** So small that the next step of a tool is greater, so great that clients see a difference. */
const trace = 2 ** -40

const above = (value: number): number => value + Math.max(1, Math.abs(value)) * trace
