/** The time limit of one call, and the caller's own signal, as one signal and one promise. */
export interface Deadline {
  /** Aborted when the time is up or the caller goes away. */
  readonly signal: AbortSignal
  /** Resolves when the call must end early, and never rejects. */
  readonly ended: Promise<'timeout' | 'cancelled'>
  clear(): void
}

export function startDeadline(timeoutMs: number, caller: AbortSignal): Deadline {
  const controller = new AbortController()
  const { promise: ended, resolve } = withResolvers<'timeout' | 'cancelled'>()
  const end = (how: 'timeout' | 'cancelled', reason: DOMException) => {
    resolve(how)
    controller.abort(reason)
  }
  const cancel = () => end('cancelled', new DOMException('Cancelled by the caller', 'AbortError'))
  const expire = () => end('timeout', new DOMException(`Over the time limit of ${timeoutMs} ms`, 'TimeoutError'))
  const timer = setTimeout(expire, timeoutMs)
  if (caller.aborted) cancel()
  caller.addEventListener('abort', cancel, { once: true })
  return {
    signal: controller.signal,
    ended,
    clear() {
      clearTimeout(timer)
      caller.removeEventListener('abort', cancel)
    },
  }
}

/** Node 20 has no Promise.withResolvers. */
function withResolvers<T>(): { readonly promise: Promise<T>; readonly resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => {}
  const promise = new Promise<T>((settle) => void (resolve = settle))
  return { promise, resolve }
}
