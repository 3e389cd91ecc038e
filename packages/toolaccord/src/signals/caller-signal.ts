/**
 * As much of an AbortSignal as a call needs to know that its caller went away. A face may give less
 * than a whole signal, because making one costs more than a small call.
 */
export interface CallerSignal {
  readonly aborted: boolean
  addEventListener(type: 'abort', listener: () => void, options?: { readonly once: true }): void
  removeEventListener(type: 'abort', listener: () => void): void
}
