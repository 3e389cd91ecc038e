import {
  type Attributes,
  type Context,
  type MeterProvider,
  type Span,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  type TracerProvider,
  context,
  isSpanContextValid,
  metrics,
  trace,
} from '@opentelemetry/api'
import type { CallRequest, Next, Policy } from '../../define/policy.ts'
import { type TraceContext, readTraceContext, toTraceparent } from '../../ids/trace-context.ts'
import { type End, watchCall } from '../watch-call.ts'
import { type CallMetrics, createCallMetrics } from './create-call-metrics.ts'

/**
 * Where spans and metrics go. Default: to the SDK that the process has registered, and nowhere
 * without one.
 */
export interface TelemetryOptions {
  readonly tracerProvider?: TracerProvider | undefined
  readonly meterProvider?: MeterProvider | undefined
  /** A clock in milliseconds for durations. Default: `performance.now`. */
  readonly now?: (() => number) | undefined
}

/** One span and one count per call, by how it ended. */
export function createTelemetry({
  tracerProvider,
  meterProvider,
  now = () => performance.now(),
}: TelemetryOptions = {}): Policy {
  const tracer = (tracerProvider ?? trace).getTracer('toolaccord')
  let known: { readonly provider: MeterProvider; readonly metrics: CallMetrics } | undefined

  /**
   * An SDK may be registered after this policy was made, and the API hands out meters that do
   * nothing until then.
   */
  function callMetrics(): CallMetrics {
    const provider = meterProvider ?? metrics.getMeterProvider()
    if (known?.provider !== provider) known = { provider, metrics: createCallMetrics(provider) }
    return known.metrics
  }

  return {
    name: 'telemetry',
    around(request, next) {
      const beganAt = now()
      const about: Attributes = {
        'gen_ai.tool.name': request.tool.name,
        'toolaccord.face': request.face,
      }
      const count = callMetrics().begin(about)
      const remote =
        request.traceparent === undefined ? undefined : readTraceContext(request.traceparent)
      const parent = remote === undefined ? context.active() : toParent(remote)
      const span = tracer.startSpan(
        `tools/call ${request.tool.name}`,
        {
          kind: SpanKind.SERVER,
          attributes: { ...about, ...describeCall(request) },
          links: ambientLinks(remote),
        },
        parent,
      )
      const inSpan: Next = (changes) =>
        context.with(trace.setSpan(parent, span), () => next(changes))
      return watchCall(request, inSpan, toSpanChange(span), (end) => {
        const ended = describeEnd(end)
        count({ ...about, ...ended }, (now() - beganAt) / 1000)
        span.setAttributes(ended)
        if (end.name === 'failure') span.setStatus({ code: SpanStatusCode.ERROR })
        span.end()
      })
    },
  }
}

const describeCall = ({ id, face }: CallRequest): Attributes => ({
  'gen_ai.operation.name': 'execute_tool',
  'toolaccord.request.id': id,
  ...(face === 'mcp' && { 'mcp.method.name': 'tools/call' }),
})

/** A soft failure is an answer, so it has a code and is no error. */
const describeEnd = ({ name, problem }: End): Attributes => ({
  'toolaccord.outcome': name,
  ...(problem !== undefined && { 'toolaccord.code': problem.code }),
  ...(problem !== undefined && name === 'failure' && { 'error.type': problem.code }),
})

const toParent = ({ traceId, spanId, sampled }: TraceContext): Context =>
  trace.setSpanContext(context.active(), {
    traceId,
    spanId,
    traceFlags: sampled ? TraceFlags.SAMPLED : TraceFlags.NONE,
    isRemote: true,
  })

/**
 * A call that brings its own parent is linked to the span of what carried it, as the MCP
 * conventions ask.
 */
function ambientLinks(remote: TraceContext | undefined) {
  const ambient = remote && trace.getSpanContext(context.active())
  return ambient && isSpanContextValid(ambient) ? [{ context: ambient }] : []
}

/** The call as part of the new span, so that what is logged further in tells the same trace. */
function toSpanChange(span: Span): Partial<CallRequest> | undefined {
  const { traceId, spanId, traceFlags } = span.spanContext()
  if (!isSpanContextValid(span.spanContext())) return undefined
  return {
    traceparent: toTraceparent({
      traceId,
      spanId,
      sampled: (traceFlags & TraceFlags.SAMPLED) !== 0,
    }),
  }
}
