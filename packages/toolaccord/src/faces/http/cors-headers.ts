/** The request headers that web pages of allowed origins may send, on every HTTP face. */
export const allowedHeaders: readonly string[] = [
  'Accept',
  'Authorization',
  'Content-Type',
  'Idempotency-Key',
  'If-None-Match',
  'Toolaccord-Budget',
  'Toolaccord-Timeout',
  'traceparent',
  'X-Request-Id',
]

/** The response headers that they may read. */
export const exposedHeaders: readonly string[] = [
  'X-Request-Id',
  'ETag',
  'Location',
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
  'Retry-After',
  'Toolaccord-Notes',
  'WWW-Authenticate',
]

/** How long a browser may remember what it was allowed, in seconds. */
export const preflightSeconds = 600
