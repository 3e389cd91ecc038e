import { type CallerSignal, makeSignal, withSignal } from './caller-signal.ts'

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
  let controller: AbortController | undefined
  let reason: DOMException | undefined
  const { promise: ended, resolve } = withResolvers<EarlyEnd>()
  const end = (how: EarlyEnd, why: DOMException) => {
    resolve(how)
    reason ??= why
    controller?.abort(reason)
  }
  const cancel = () => end('cancelled', new DOMException('Cancelled by the caller', 'AbortError'))
  const expire = () =>
    end('timeout', new DOMException(`Over the time limit of ${timeoutMs} ms`, 'TimeoutError'))
  const timer = setTimeout(expire, Math.ceil(timeoutMs - elapsedMs))
  if (caller?.aborted) cancel()
  caller?.addEventListener('abort', cancel, { once: true })
  return withSignal({
    [makeSignal]() {
      controller ??= new AbortController()
      if (reason !== undefined) controller.abort(reason)
      return controller.signal
    },
    ended,
    clear() {
      clearTimeout(timer)
      caller?.removeEventListener('abort', cancel)
    },
  })
}

/**
 * A deadline that starts when it is asked for: a call that neither waits nor reads its signal does
 * without.
 */
export class LazyDeadline {
  readonly #timeoutMs: number
  readonly #caller: CallerSignal | undefined
  readonly #beganAt = performance.now()
  #deadline: Deadline | undefined
  #isOver = false

  constructor(timeoutMs: number, caller?: CallerSignal) {
    this.#timeoutMs = timeoutMs
    this.#caller = caller
  }

  get signal(): AbortSignal {
    return this.start().signal
  }

  start(): Deadline {
    this.#deadline ??= startDeadline(
      this.#timeoutMs,
      this.#caller,
      performance.now() - this.#beganAt,
    )
    // Work that a call leaves behind may still read the signal.
    if (this.#isOver) this.#deadline.clear()
    return this.#deadline
  }

  clear(): void {
    this.#isOver = true
    this.#deadline?.clear()
  }
}

/** Node 20 has no Promise.withResolvers. */
function withResolvers<T>(): {
  readonly promise: Promise<T>
  readonly resolve: (value: T) => void
} {
  let resolve: (value: T) => void = () => {}
  const promise = new Promise<T>((settle) => {
    resolve = settle
  })
  return { promise, resolve }
}
