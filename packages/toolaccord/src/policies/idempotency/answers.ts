import type { CallRequest } from '../../define/policy.ts'
import { clip, isJson } from '../../json/json.ts'
import type { Failure, Outcome } from '../../outcome/outcome.ts'
import { toWarning, withWarning } from '../../outcome/warnings.ts'

const path = 'idempotencyKey'
const retryAfterSeconds = 1
/** As deep as a server can be told to take arguments. */
const maxDepth = 256

/** The refusal of a key that cannot be one, or of arguments that cannot be compared. */
export function refuseForm({
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
  return isJson(args, maxDepth)
    ? undefined
    : refuse('malformed_input', {
        message: 'The arguments of a call with an idempotency key must be JSON.',
        hint: 'Send JSON, or no key.',
      })
}

/** The refusal of a key that was used for something else. */
export const otherArguments = ({ refuse, tool, idempotencyKey = '' }: CallRequest): Failure =>
  refuse('conflict', {
    message: `The idempotency key '${clip(idempotencyKey)}' belongs to an earlier call of '${tool.name}' with other arguments.`,
    path,
    hint: 'For a new call use a new key. To get the outcome of the earlier call, send exactly its arguments.',
  })

/** The refusal of a call that is done and has no outcome to give back. */
export const outcomeLost = ({ refuse, tool, idempotencyKey = '' }: CallRequest): Failure =>
  refuse('conflict', {
    message: `'${tool.name}' has run under the idempotency key '${clip(idempotencyKey)}', but its outcome could not be kept.`,
    path,
    hint: 'Read what it has done. Only if it is to be done once more, call again with a new key.',
  })

/** The refusal of a call that another one is still doing. */
export const stillRunning = (request: CallRequest): Failure =>
  withRetry(
    request.refuse('conflict', {
      message: `A call of '${request.tool.name}' under the idempotency key '${clip(request.idempotencyKey ?? '')}' is still running.`,
      path,
      hint: retryHint,
      details: { retry_after_seconds: retryAfterSeconds },
    }),
  )

/** The refusal of a call that may or may not have run before. */
export const storeDown = (request: CallRequest): Failure =>
  withRetry(
    request.refuse('unavailable', {
      message: `The server cannot look up the idempotency key now, and did not run '${request.tool.name}'.`,
      hint: retryHint,
      details: { retry_after_seconds: retryAfterSeconds },
    }),
  )

const retryHint = `Wait ${retryAfterSeconds} second and call again with the same key and arguments; wait longer each time.`

const withRetry = (refused: Failure): Failure => ({
  ...refused,
  notes: { ...refused.notes, rateLimit: { retryAfterSeconds } },
})

/** The outcome of an earlier call as the answer to this one, less what was true at that moment only. */
export function toReplay(outcome: Outcome): Outcome {
  const { requestId: _id, rateLimit: _limit, timing: _timing, ...notes } = outcome.notes
  return withWarning(
    { ...outcome, notes },
    toWarning(
      'IDEMPOTENT_REPLAY',
      'This is the outcome of an earlier call with the same idempotency key; nothing was run.',
    ),
  )
}
