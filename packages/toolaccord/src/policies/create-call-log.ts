import type { Policy } from '../define/policy.ts'
import { type Logger, guardLog } from '../log/log.ts'
import { type CallLines, createCallLines } from './create-call-lines.ts'
import { watchCall } from './watch-call.ts'

/** What a call log writes about calls, and where. */
export interface CallLogOptions {
  /** Default: the log of the call, which is the server's. */
  readonly log?: Logger | undefined
  /** True to log arguments, redacted and cut. Default: false. */
  readonly args?: boolean | undefined
  /** More to redact, as `args.card.number`; `*` is any one name or index. */
  readonly redact?: readonly string[] | undefined
  /** A clock in milliseconds. Default: `performance.now`. */
  readonly now?: (() => number) | undefined
}

/** The policy that logs calls. */
export interface CallLog extends Policy {
  /** By these its server logs the calls that no policy sees, such as those of unknown tools. */
  readonly lines: CallLines
}

/** The name by which a server knows that its author logs calls another way. */
export const callLogName = 'call-log'

/**
 * Creates the policy that logs every call and how it ended, on every face. A server does that by
 * itself; this policy, in its place, can log arguments and write elsewhere. It never logs data.
 */
export function createCallLog(options: CallLogOptions = {}): Policy {
  const { log, args, redact, now = () => performance.now() } = options
  const own = log && guardLog(log)
  const lines = createCallLines({ log: own, args, redact })
  const policy: CallLog = {
    name: callLogName,
    lines,
    async around(request, next) {
      const to = own ?? request.log
      // No line of this policy has a higher level.
      if (to.isOn?.('error') === false) return next(request)
      lines.began(request)
      const beganAt = now()
      const clock = {
        get elapsedMs() {
          return now() - beganAt
        },
      }
      return watchCall({ request, next, onEnd: (end) => lines.ended(request, end, clock) })
    },
  }
  return policy
}
