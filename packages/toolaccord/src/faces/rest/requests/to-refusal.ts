import { Asked } from '../../../define/questions/conversation.ts'
import type { Logger } from '../../../log/log.ts'
import { Refusal } from '../../../outcome/refusal.ts'

/** How to log a value that nobody declared. */
export interface ThrownContext {
  readonly log: Logger
  /** The request id, by which a caller can report the failure. */
  readonly id: string
  readonly message: string
  readonly fields?: Readonly<Record<string, unknown>>
}

/** A thrown value as a refusal. One that nobody declared is logged, and masked for the caller. */
export function toRefusal(thrown: unknown, { log, id, message, fields }: ThrownContext): Refusal {
  if (thrown instanceof Refusal) return thrown
  if (thrown instanceof Asked)
    return new Refusal('unaskable', {
      message: 'The resource has a question, and this caller cannot be asked.',
    })
  log.error(message, { id, ...fields, thrown })
  return new Refusal('internal', {
    hint: `Retry later; if it happens again, report request id ${id}.`,
  })
}
