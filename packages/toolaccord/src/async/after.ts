/** Whether a value must be waited for. */
export function isThenable<T>(value: T | PromiseLike<T>): value is PromiseLike<T> {
  // The cast reads a member that any object may lack.
  return (
    typeof value === 'object' &&
    value !== null &&
    typeof (value as Partial<PromiseLike<T>>).then === 'function'
  )
}

/**
 * Goes on with a value at once, and with what a promise brings when it is there: a call that need
 * not wait does not.
 */
export function after<T, R>(
  value: T | PromiseLike<T>,
  next: (value: T) => R | PromiseLike<R>,
): R | PromiseLike<R> {
  return isThenable(value) ? Promise.resolve(value).then(next) : next(value)
}

/** What a step gives, or what is made of what it throws, now or later. */
export function attempt<T>(
  step: () => T | PromiseLike<T>,
  rescue: (thrown: unknown) => T,
): T | PromiseLike<T> {
  try {
    const value = step()
    return isThenable(value) ? Promise.resolve(value).then(undefined, rescue) : value
  } catch (thrown) {
    return rescue(thrown)
  }
}
