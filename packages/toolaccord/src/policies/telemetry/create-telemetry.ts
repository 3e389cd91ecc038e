import {
  type Attributes,
  type Context,
  type Link,
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
import type { Face } from '../../define/call.ts'
import type { CallRequest, Next, Policy } from '../../define/policy.ts'
import { type TraceContext, readTraceContext, toTraceparent } from '../../ids/trace-context.ts'
import { type End, toEnd, watchCall } from '../watch-call.ts'
import { type CallMetrics, createCallMetrics } from './create-call-metrics.ts'

/** Where spans and metrics go. Default: to the SDK of the process, and nowhere without one. */
export interface TelemetryOptions {
  readonly tracerProvider?: TracerProvider | undefined
  readonly meterProvider?: MeterProvider | undefined
  /** A clock in milliseconds for durations. Default: `performance.now`. */
  readonly now?: (() => number) | undefined
}

/** Creates the policy that makes one span of each call, and counts calls by how they ended. */
export function createTelemetry(options: TelemetryOptions = {}): Policy {
  const { tracerProvider, meterProvider, now = () => performance.now() } = options
  const tracer = (tracerProvider ?? trace).getTracer('toolaccord')
  let known: { readonly provider: MeterProvider; readonly metrics: CallMetrics } | undefined

  /**
   * An SDK may be registered after this policy was created, and until then the API gives meters
   * that do nothing.
   */
  function callMetrics(): CallMetrics {
    const provider = meterProvider ?? metrics.getMeterProvider()
    if (known?.provider !== provider) known = { provider, metrics: createCallMetrics(provider) }
    return known.metrics
  }

  return {
    name: 'telemetry',
    async around(request, next) {
      const beganAt = now()
      const about: Attributes = {
        'gen_ai.tool.name': request.tool.name,
        'toolaccord.face': request.face,
      }
      const count = callMetrics().begin(about)
      const remote = remoteOf(request)
      const parent = remote === undefined ? context.active() : toParent(remote)
      const attributes = { ...about, ...describeCall(request) }
      const span = tracer.startSpan(
        `tools/call ${request.tool.name}`,
        { kind: SpanKind.SERVER, attributes, links: ambientLinks(remote) },
        parent,
      )
      const inSpan: Next = (changes) =>
        context.with(trace.setSpan(parent, span), () => next(changes))
      const onEnd = (end: End) => {
        const ended = describeEnd(end)
        count({ ...about, ...ended }, (now() - beganAt) / 1000)
        span.setAttributes(ended)
        if (end.name === 'failure') span.setStatus({ code: SpanStatusCode.ERROR })
        span.end()
      }
      return watchCall({ request, next: inSpan, changes: toSpanChange(span), onEnd })
    },
    async aroundJob(request, next) {
      const remote = remoteOf(request)
      const parent = remote === undefined ? context.active() : toParent(remote)
      const attributes: Attributes = {
        'gen_ai.tool.name': request.tool.name,
        'toolaccord.request.id': request.id,
      }
      const about = { kind: SpanKind.CONSUMER, attributes }
      const span = tracer.startSpan(`job ${request.tool.name}`, about, parent)
      const outcome = await context.with(trace.setSpan(parent, span), () =>
        next(toSpanChange(span)),
      )
      const end = toEnd(outcome, false, request)
      span.setAttributes(describeEnd(end))
      if (end.name === 'failure') span.setStatus({ code: SpanStatusCode.ERROR })
      span.end()
      return outcome
    },
  }
}

function remoteOf({ traceparent }: CallRequest): TraceContext | undefined {
  return traceparent === undefined ? undefined : readTraceContext(traceparent)
}

const describeCall = ({ id, face }: CallRequest): Attributes => ({
  'gen_ai.operation.name': 'execute_tool',
  'toolaccord.request.id': id,
  ...faceAttributes[face],
})

/** What only the spans of one face have, by the conventions for its protocol. */
const faceAttributes: Readonly<Record<Face, Attributes>> = {
  direct: {},
  cli: {},
  rest: {},
  mcp: { 'mcp.method.name': 'tools/call' },
}

/** A soft failure is an answer, so it has a code and is not an error. */
function describeEnd({ name, problem }: End): Attributes {
  const attributes: Attributes = { 'toolaccord.outcome': name }
  if (problem === undefined) return attributes
  attributes['toolaccord.code'] = problem.code
  if (name === 'failure') attributes['error.type'] = problem.code
  return attributes
}

const toParent = ({ traceId, spanId, sampled }: TraceContext): Context =>
  trace.setSpanContext(context.active(), {
    traceId,
    spanId,
    traceFlags: sampled ? TraceFlags.SAMPLED : TraceFlags.NONE,
    isRemote: true,
  })

/** Links a call with its own parent to the span that carried it, as the MCP conventions ask. */
function ambientLinks(remote: TraceContext | undefined): Link[] {
  const ambient = remote && trace.getSpanContext(context.active())
  if (ambient && isSpanContextValid(ambient)) return [{ context: ambient }]
  return []
}

/** Makes the call part of its span, so that log lines further in have the same trace. */
function toSpanChange(span: Span): Partial<CallRequest> | undefined {
  const { traceId, spanId, traceFlags } = span.spanContext()
  if (!isSpanContextValid(span.spanContext())) return undefined
  const sampled = (traceFlags & TraceFlags.SAMPLED) !== 0
  return { traceparent: toTraceparent({ traceId, spanId, sampled }) }
}
