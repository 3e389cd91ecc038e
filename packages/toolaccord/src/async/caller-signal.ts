/** The member that makes the signal of an object. */
export const makeSignal: unique symbol = Symbol('makeSignal')

export interface SignalMaker {
  readonly [makeSignal]: () => AbortSignal
}

/** One getter for all objects, because a getter of its own makes an object ten times as expensive. */
const lazySignal: PropertyDescriptor & ThisType<SignalMaker> = {
  enumerable: true,
  get() {
    return this[makeSignal]()
  },
}

/**
 * Gives an object a `signal` that is made when it is read: making one costs more than the rest of a
 * small call.
 */
export function withSignal<T extends SignalMaker>(object: T): T & { readonly signal: AbortSignal } {
  // The cast says what the descriptor adds.
  return Object.defineProperty(object, 'signal', lazySignal) as T & { readonly signal: AbortSignal }
}

/**
 * As much of an AbortSignal as a call needs to know that its caller went away; a face may give less
 * than a whole one.
 */
export interface CallerSignal {
  readonly aborted: boolean
  addEventListener(type: 'abort', listener: () => void, options?: { readonly once: true }): void
  removeEventListener(type: 'abort', listener: () => void): void
}
