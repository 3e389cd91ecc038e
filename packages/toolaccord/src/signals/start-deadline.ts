import type { CallerSignal } from './caller-signal.ts'

/** Why a call ends before its tool does. */
export type EarlyEnd = 'timeout' | 'cancelled'

/** The time limit of one call, and the caller's own signal, as one signal and one promise. */
export interface Deadline {
  /** Aborted when the time is up or the caller goes away. */
  readonly signal: AbortSignal
  /** Resolves when the call must end early, and never rejects. */
  readonly ended: Promise<EarlyEnd>
  clear(): void
}

/** Starts the time limit of a call that has been running for some of it. */
export function startDeadline(timeoutMs: number, caller?: CallerSignal, elapsedMs = 0): Deadline {
  return new RunningDeadline(timeoutMs, caller, elapsedMs)
}

class RunningDeadline implements Deadline {
  readonly ended: Promise<EarlyEnd>
  readonly #caller: CallerSignal | undefined
  readonly #timer: ReturnType<typeof setTimeout>
  readonly #cancel: () => void
  #resolve: (how: EarlyEnd) => void = () => {}
  #controller: AbortController | undefined
  #reason: DOMException | undefined

  constructor(timeoutMs: number, caller: CallerSignal | undefined, elapsedMs: number) {
    this.#caller = caller
    this.ended = new Promise((resolve) => {
      this.#resolve = resolve
    })
    this.#cancel = () => {
      this.#end('cancelled', new DOMException('Cancelled by the caller', 'AbortError'))
    }
    this.#timer = setTimeout(
      () => {
        const message = `Over the time limit of ${timeoutMs} ms`
        this.#end('timeout', new DOMException(message, 'TimeoutError'))
      },
      Math.ceil(timeoutMs - elapsedMs),
    )
    if (caller?.aborted) this.#cancel()
    caller?.addEventListener('abort', this.#cancel, { once: true })
  }

  /** Made when it is read: most tools never do, and making one costs more than a small call. */
  get signal(): AbortSignal {
    this.#controller ??= new AbortController()
    if (this.#reason !== undefined) this.#controller.abort(this.#reason)
    return this.#controller.signal
  }

  clear(): void {
    clearTimeout(this.#timer)
    this.#caller?.removeEventListener('abort', this.#cancel)
  }

  #end(how: EarlyEnd, reason: DOMException): void {
    this.#resolve(how)
    this.#reason ??= reason
    this.#controller?.abort(this.#reason)
  }
}
