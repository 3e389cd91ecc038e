import type { CallRequest } from '../define/policy.ts'
import type { AnyTool } from '../define/tool.ts'
import { traceIdOf } from '../ids/trace-context.ts'
import { createRedactor } from '../log/create-redactor.ts'
import type { LogLevel, Logger } from '../log/log.ts'
import type { Failure } from '../outcome/outcome.ts'
import type { End } from './watch-call.ts'

/** What the lines about calls hold, and where they go. */
export interface CallLinesOptions {
  /** Default: the log of the call. It must not throw. */
  readonly log?: Logger | undefined
  readonly args?: boolean | undefined
  readonly redact?: readonly string[] | undefined
}

/** Tells how long a call has taken. */
export interface CallClock {
  readonly elapsedMs: number
}

/** What is known about a call whose tool does not run. */
export interface UnrunCall extends Pick<
  CallRequest,
  'id' | 'traceparent' | 'face' | 'client' | 'caller' | 'log'
> {
  readonly tool: { readonly name: string }
}

/** Writes the lines about calls. A line whose level is off costs one look at the log. */
export interface CallLines {
  began(request: CallRequest): void
  ended(request: CallRequest, end: End, clock: CallClock): void
  /** Logs a call that ended before it began. */
  refused(call: UnrunCall, failed: Failure): void
}

const called = 'tool called'
const ended = 'tool ended'

/** The messages of the lines about calls, which are for whoever runs the server. */
export const callMessages: ReadonlySet<string> = new Set([called, ended])

const limits = { values: 200, text: 1024, total: 16_384 }

/** Creates the writer of the lines about calls, which never hold data. */
export function createCallLines({ log, args, redact }: CallLinesOptions = {}): CallLines {
  const redactor = createRedactor({ paths: redact, limits })
  const isOn = (to: Logger, level: LogLevel) => to.isOn?.(level) ?? true

  function fieldsOf(request: CallRequest, more: Readonly<Record<string, unknown>>) {
    const shown = args === true ? request.args : undefined
    return redactor.fields({ ...describeCall(request), ...more, args: shown })
  }

  return {
    began(request) {
      const to = log ?? request.log
      if (isOn(to, 'trace')) to.trace(called, fieldsOf(request, {}))
    },
    ended(request, end, clock) {
      const to = log ?? request.log
      const level = levelOf(end, request)
      if (!isOn(to, level)) return
      const { name, problem } = end
      const facts = {
        duration_ms: toHundredths(clock.elapsedMs),
        outcome: name,
        code: problem?.code,
      }
      to[level](ended, fieldsOf(request, facts))
    },
    refused(call, { problems: [{ code }] }) {
      const to = log ?? call.log
      if (!isOn(to, 'info')) return
      to.info(ended, redactor.fields({ ...describeCall(call), outcome: 'failure', code }))
    },
  }
}

const describeCall = ({ id, traceparent, tool, face, client, caller }: UnrunCall) => ({
  id,
  trace_id: traceIdOf(traceparent),
  tool: tool.name,
  face,
  client: client?.name,
  caller: caller?.id,
})

/** A declared failure is an answer like another; only the server's own fault is an error. */
function levelOf({ name, problem }: End, request: CallRequest): LogLevel {
  if (name === 'question') return 'debug'
  if (problem === undefined) return levelOfSuccess(request.tool)
  const isOwnFault = name === 'failure' && request.kindOf(problem) === 'internal'
  if (isOwnFault) return 'error'
  return 'info'
}

/** Who changed what is worth a line; of reads, those of async tools are the least. */
function levelOfSuccess({ effect, run }: AnyTool): LogLevel {
  if (effect !== 'read') return 'info'
  return isAsync(run) ? 'trace' : 'debug'
}

/** True for a function that was written with `async`; one that returns a promise is another. */
const isAsync = (run: object): boolean =>
  Symbol.toStringTag in run && run[Symbol.toStringTag] === 'AsyncFunction'

const toHundredths = (ms: number) => Math.round(ms * 100) / 100
