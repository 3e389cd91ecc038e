/** True if a value can name a call for a caller that retries it. */
export const isIdempotencyKey = (key: unknown): key is string =>
  typeof key === 'string' && /^[\x21-\x7e]{1,255}$/.test(key)

/** The problem with any other value. */
export const badIdempotencyKey = {
  message: 'The idempotency key must be 1 to 255 visible ASCII characters.',
  hint: 'Send a random UUID, and the same one when the call is retried.',
} as const
