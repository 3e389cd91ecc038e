import type { CallRequest, Policy } from '../define/policy.ts'
import { traceIdOf } from '../ids/trace-context.ts'
import { createRedactor } from '../log/create-redactor.ts'
import { type LogLevel, type Logger, guardLog } from '../log/log.ts'
import { type End, watchCall } from './watch-call.ts'

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

const limits = { values: 200, text: 1024, total: 16_384 }

/**
 * Creates the policy that logs every call and how it ended, on every face. It never logs data, and
 * logs arguments only if it is asked to.
 */
export function createCallLog(options: CallLogOptions = {}): Policy {
  const { log, args = false, redact, now = () => performance.now() } = options
  const own = log && guardLog(log)
  const redactor = createRedactor({ paths: redact, limits })

  return {
    name: 'call-log',
    async around(request, next) {
      const to = own ?? request.log
      const isOn = (level: LogLevel) => to.isOn?.(level) ?? true
      // No line of this policy has a higher level.
      if (!isOn('error')) return next(request)
      const write = (level: LogLevel, message: string, more: Readonly<Record<string, unknown>>) => {
        const shown = args ? request.args : undefined
        to[level](message, redactor.fields({ ...describeCall(request), ...more, args: shown }))
      }
      if (isOn('trace')) write('trace', 'tool called', {})
      const beganAt = now()
      const onEnd = (end: End) => {
        const level = levelOf(end, request)
        if (!isOn(level)) return
        write(level, 'tool ended', {
          duration_ms: toHundredths(now() - beganAt),
          outcome: end.name,
          code: end.problem?.code,
        })
      }
      return watchCall({ request, next, onEnd })
    },
  }
}

const describeCall = ({ id, traceparent, tool, face, client, caller }: CallRequest) => ({
  id,
  trace_id: traceIdOf(traceparent),
  tool: tool.name,
  face,
  client: client?.name,
  caller: caller?.id,
})

/** A declared failure is an answer like another; only the server's own fault is an error. */
function levelOf({ name, problem }: End, request: CallRequest): LogLevel {
  if (problem === undefined) return 'debug'
  const isOwnFault = name === 'failure' && request.kindOf(problem) === 'internal'
  if (isOwnFault) return 'error'
  return 'info'
}

const toHundredths = (ms: number) => Math.round(ms * 100) / 100
