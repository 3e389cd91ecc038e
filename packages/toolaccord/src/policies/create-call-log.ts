import type { CallRequest, Policy } from '../define/policy.ts'
import { traceIdOf } from '../ids/trace-context.ts'
import { createRedactor } from '../log/create-redactor.ts'
import { type LogLevel, type Logger, guardLog } from '../log/log.ts'
import { type End, watchCall } from './watch-call.ts'

/** What is logged of calls, and where. */
export interface CallLogOptions {
  /** Default: the log of the call, which is the server's. */
  readonly log?: Logger | undefined
  /** Whether arguments are logged, redacted and cut. Default: they are not. */
  readonly args?: boolean | undefined
  /** More to redact, as `args.card.number`; `*` stands for any one name or index. */
  readonly redact?: readonly string[] | undefined
  /** A clock in milliseconds. Default: `performance.now`. */
  readonly now?: (() => number) | undefined
}

const limits = { values: 200, text: 1024, total: 16_384 }

/**
 * Logs every call and how it ended, whichever face it came by: never data, and arguments only when
 * asked to.
 */
export function createCallLog({
  log,
  args = false,
  redact,
  now = () => performance.now(),
}: CallLogOptions = {}): Policy {
  const own = log && guardLog(log)
  const redactor = createRedactor({ paths: redact, limits })

  return {
    name: 'call-log',
    async around(request, next) {
      const to = own ?? request.log
      const isOn = (level: LogLevel) => to.isOn?.(level) ?? true
      // Nothing is told at a higher level than this.
      if (!isOn('error')) return next(request)
      const tell = (
        level: LogLevel,
        message: string,
        end: () => Readonly<Record<string, unknown>>,
      ) => {
        if (isOn(level))
          to[level](
            message,
            redactor.fields({
              ...describeCall(request),
              ...end(),
              args: args ? request.args : undefined,
            }),
          )
      }
      tell('trace', 'tool called', () => ({}))
      const beganAt = now()
      const onEnd = (end: End) =>
        tell(levelOf(end, request), 'tool ended', () => ({
          duration_ms: toHundredths(now() - beganAt),
          outcome: end.name,
          code: end.problem?.code,
        }))
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

/**
 * A failure that was declared is an answer like another; only the server's own fault is an error of
 * the server.
 */
function levelOf({ name, problem }: End, request: CallRequest): LogLevel {
  if (problem === undefined) return 'debug'
  return name === 'failure' && request.kindOf(problem) === 'internal' ? 'error' : 'info'
}

const toHundredths = (ms: number) => Math.round(ms * 100) / 100
