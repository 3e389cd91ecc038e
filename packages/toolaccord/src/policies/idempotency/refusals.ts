import type { CallRequest } from '../../define/policy.ts'
import { clip, isJson } from '../../json/json.ts'
import type { Failure } from '../../outcome/outcome.ts'

const path = 'idempotencyKey'
const retryAfterSeconds = 1
const retryHint =
  `Wait ${retryAfterSeconds} second and call again with the same key and arguments; ` +
  'wait longer each time.'

/** The deepest arguments that a server can be configured to take. */
const maxDepth = 256

/** Returns the refusal of a malformed key, or of arguments that cannot be compared. */
export function findFormRefusal({
  refuse,
  idempotencyKey = '',
  args,
}: CallRequest): Failure | undefined {
  if (!/^[\x21-\x7e]{1,255}$/.test(idempotencyKey)) {
    return refuse('invalid_argument', {
      message: 'The idempotency key must be 1 to 255 visible ASCII characters, without spaces.',
      path,
      hint: 'Use a random UUID, one for each thing to be done, and the same one when you retry it.',
    })
  }
  if (isJson(args, maxDepth)) return undefined
  return refuse('malformed_input', {
    message: 'The arguments of a call with an idempotency key must be JSON.',
    hint: 'Send JSON, or no key.',
  })
}

/** Refuses a key that was used with other arguments. */
export const refuseOtherArguments = ({ refuse, tool, idempotencyKey = '' }: CallRequest): Failure =>
  refuse('conflict', {
    message:
      `The idempotency key '${clip(idempotencyKey)}' belongs to an earlier call of ` +
      `'${tool.name}' with other arguments.`,
    path,
    hint:
      'For a new call use a new key. ' +
      'To get the outcome of the earlier call, send exactly its arguments.',
  })

/** Refuses a call that has run before, and whose outcome could not be kept. */
export const refuseLostOutcome = ({ refuse, tool, idempotencyKey = '' }: CallRequest): Failure =>
  refuse('conflict', {
    message:
      `'${tool.name}' has run under the idempotency key '${clip(idempotencyKey)}', ` +
      'but its outcome could not be kept.',
    path,
    hint: 'Read what it has done. Only if it is to be done once more, call again with a new key.',
  })

/** Refuses a call while another one runs under its key. */
export const refuseRunning = ({ refuse, tool, idempotencyKey = '' }: CallRequest): Failure =>
  withRetry(
    refuse('conflict', {
      message:
        `A call of '${tool.name}' under the idempotency key '${clip(idempotencyKey)}' ` +
        'has begun and is not known to have ended.',
      path,
      hint: retryHint,
      details: { retry_after_seconds: retryAfterSeconds },
    }),
  )

/** Refuses a call that may have run before, because its key cannot be looked up. */
export const refuseWithoutStore = ({ refuse, tool }: CallRequest): Failure =>
  withRetry(
    refuse('unavailable', {
      message: `The server cannot look up the idempotency key now, and did not run '${tool.name}'.`,
      hint: retryHint,
      details: { retry_after_seconds: retryAfterSeconds },
    }),
  )

const withRetry = (refused: Failure): Failure => ({
  ...refused,
  notes: { ...refused.notes, rateLimit: { retryAfterSeconds } },
})
