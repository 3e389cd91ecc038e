import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Answers a request whose turn it is. */
export type Answer = (request: IncomingMessage, response: ServerResponse) => void

/** A request, and where its answer goes. */
export interface Turn {
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

/** So many requests may wait for their turn before nothing more is read. */
const maxWaiting = 16

/**
 * One connection of a client. A request that comes before the former one is answered and sent waits
 * for its turn, so that a client can make the server hold one answer at a time.
 */
export class Connection {
  /** The response to the request that came last. */
  latest: ServerResponse | undefined
  /** After how long without progress it will be ended, in milliseconds; 0 if nothing waits. */
  watchedMs = 0
  readonly #socket: Socket
  readonly #answer: Answer
  #waiting: Turn[] | undefined
  #isPaused = false

  constructor(socket: Socket, answer: Answer) {
    this.#socket = socket
    this.#answer = answer
  }

  /** True if the request that came last is not answered yet, or its answer is not sent. */
  get isAnswering(): boolean {
    return this.latest !== undefined && !this.latest.writableFinished
  }

  /** Has a request answered when the response before it is sent. */
  answerAfter(former: ServerResponse, turn: Turn): void {
    this.#waiting ??= []
    if (this.#waiting.length === 0) former.once('close', () => this.#goOn())
    this.#waiting.push(turn)
    if (this.#waiting.length >= maxWaiting && !this.#isPaused) this.#pause()
  }

  #pause(): void {
    this.#isPaused = true
    this.#socket.pause()
    // Node goes on reading when a request is done with, whoever has paused the socket.
    this.#socket.on('resume', this.#stayPaused)
  }

  #resume(): void {
    if (!this.#isPaused) return
    this.#isPaused = false
    this.#socket.off('resume', this.#stayPaused)
    this.#socket.resume()
  }

  readonly #stayPaused = (): void => {
    this.#socket.pause()
  }

  #goOn(): void {
    const turn = this.#waiting?.shift()
    if (turn === undefined || this.#socket.destroyed) return
    const { request, response } = turn
    if (this.#waiting?.length === 0) this.#resume()
    else response.once('close', () => this.#goOn())
    this.#answer(request, response)
  }
}
