/** The facts that every code of a kind shares. */
export interface KindFacts {
  /** The HTTP status. */
  readonly status: number
  /** The exit code of a command. */
  readonly exit: number
  /** Advice for the caller about calling again. */
  readonly retry: string
  /** True if the caller can do something about it and call again. */
  readonly recoverable: boolean
}

/**
 * The ten failure categories with their numbers. A code has the numbers of its kind unless it
 * overrides them; `reasons` has the numbers of the framework's own codes that do.
 *
 * @example
 *   kinds.not_found.status // → 404
 *   kinds.not_found.exit // → 3
 */
export const kinds = {
  validation: { status: 400, exit: 2, retry: 'Fix the input, then call again.', recoverable: true },
  authentication: {
    status: 401,
    exit: 11,
    retry: 'Authenticate again, then call again.',
    recoverable: true,
  },
  authorization: {
    status: 403,
    exit: 9,
    retry: 'Do not retry: the caller may not do this.',
    recoverable: false,
  },
  feature_flag: {
    status: 403,
    exit: 12,
    retry: 'Do not retry: check the feature flag.',
    recoverable: false,
  },
  not_found: { status: 404, exit: 3, retry: 'Do not retry with the same name.', recoverable: true },
  conflict: { status: 409, exit: 4, retry: 'Check the current state first.', recoverable: true },
  rate_limit: { status: 429, exit: 14, retry: 'Retry after the delay.', recoverable: true },
  internal: { status: 500, exit: 1, retry: 'Retry with backoff.', recoverable: true },
  not_implemented: {
    status: 501,
    exit: 10,
    retry: 'Do not retry: this does not exist yet.',
    recoverable: false,
  },
  unavailable: { status: 503, exit: 15, retry: 'Retry with backoff.', recoverable: true },
} as const satisfies Record<string, KindFacts>

/** One of the ten failure categories. */
export type Kind = keyof typeof kinds

/** True if a value is the name of a kind. */
export const isKind = (value: unknown): value is Kind =>
  typeof value === 'string' && Object.hasOwn(kinds, value)
