import { AsyncLocalStorage } from 'node:async_hooks'
import {
  type Context,
  type ContextManager,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  context,
  metrics,
  trace,
} from '@opentelemetry/api'
import {
  type DataPoint,
  type Histogram,
  MeterProvider,
  MetricReader,
} from '@opentelemetry/sdk-metrics'
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod'
import type { Policy } from '../../define/policy.ts'
import { defineTool } from '../../define/tool.ts'
import { silentLog } from '../../log/log.ts'
import { ok } from '../../outcome/outcome.ts'
import { defineServer } from '../../server.ts'
import { type TelemetryOptions, createTelemetry } from './create-telemetry.ts'

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
const spanId = '00f067aa0ba902b7'
const traceparent = `00-${traceId}-${spanId}-01`

class LocalContexts implements ContextManager {
  readonly #storage = new AsyncLocalStorage<Context>()
  active() {
    return this.#storage.getStore() ?? ROOT_CONTEXT
  }
  with<A extends unknown[], F extends (...args: A) => ReturnType<F>>(
    active: Context,
    fn: F,
    thisArg?: ThisParameterType<F>,
    ...args: A
  ): ReturnType<F> {
    return this.#storage.run(active, () => fn.call(thisArg, ...args))
  }
  bind<T>(_: Context, target: T) {
    return target
  }
  enable() {
    return this
  }
  disable() {
    return this
  }
}

class PulledReader extends MetricReader {
  protected override async onShutdown() {}
  protected override async onForceFlush() {}
}

function createSdk() {
  const exporter = new InMemorySpanExporter()
  const reader = new PulledReader()
  const tracerProvider = new BasicTracerProvider({
    spanProcessors: [new SimpleSpanProcessor(exporter)],
  })
  const meterProvider = new MeterProvider({ readers: [reader] })
  const scopes = async () => (await reader.collect()).resourceMetrics.scopeMetrics
  const points = async (name: string) => {
    const found = (await scopes())
      .flatMap(({ metrics }) => metrics)
      .find(({ descriptor }) => descriptor.name === name)
    // The cast leaves the kind of value to the test, which knows its instrument.
    return (found?.dataPoints ?? []) as DataPoint<number | Histogram>[]
  }
  return { tracerProvider, meterProvider, spans: () => exporter.getFinishedSpans(), points, scopes }
}

type Ask = 'succeed' | 'wait' | 'reject' | 'fail' | 'throw' | 'hang' | 'work'

function createOffice(options: TelemetryOptions, ...inner: Policy[]) {
  const office = defineTool({
    name: 'office',
    summary: 'Do what is asked.',
    input: z.object({ ask: z.string() }),
    output: z.object({ up: z.boolean() }),
    effect: 'read',
    codes: ['shut'],
    async run({ ask }, call) {
      if (ask === 'reject') return call.reject([{ code: 'shut' }])
      if (ask === 'fail') return call.fail('shut')
      if (ask === 'throw') throw new Error('password=hunter2')
      if (ask === 'hang') await new Promise(() => {})
      await Promise.resolve()
      if (ask === 'work') options.tracerProvider?.getTracer('tool').startSpan('work').end()
      return ok({ up: true })
    },
  })
  const quick = defineTool({
    name: 'quick',
    summary: 'Answer at once.',
    output: z.object({ up: z.boolean() }),
    effect: 'read',
    run: () => ok({ up: true }),
  })
  const server = defineServer({
    name: 'a',
    version: '1',
    codes: { shut: { kind: 'conflict' } },
    tools: [office, quick],
    policies: [createTelemetry(options), ...inner],
    log: silentLog,
    newId: () => 'r1',
  })
  return {
    server,
    ask: (ask: Ask, more?: Parameters<typeof server.call>[2]) =>
      server.call('office', { ask }, more),
  }
}

beforeEach(() => {
  context.setGlobalContextManager(new LocalContexts())
})
afterEach(() => {
  for (const api of [context, trace, metrics]) api.disable()
})

describe('createTelemetry', () => {
  it('makes one server span per call, named and described as the conventions say', async () => {
    const sdk = createSdk()
    await createOffice(sdk).ask('succeed', { face: 'mcp' })
    expect(sdk.spans()).toMatchObject([
      {
        name: 'tools/call office',
        kind: SpanKind.SERVER,
        ended: true,
        status: { code: SpanStatusCode.UNSET },
        attributes: {
          'mcp.method.name': 'tools/call',
          'gen_ai.operation.name': 'execute_tool',
          'gen_ai.tool.name': 'office',
          'toolaccord.face': 'mcp',
          'toolaccord.outcome': 'success',
          'toolaccord.request.id': 'r1',
        },
      },
    ])
  })

  it('names the method of the protocol only for calls that came by it', async () => {
    const sdk = createSdk()
    await createOffice(sdk).ask('succeed', { face: 'cli' })
    expect(sdk.spans()[0]?.attributes).not.toHaveProperty('mcp.method.name')
  })

  const { UNSET, ERROR } = SpanStatusCode
  const name = 'toolaccord.outcome'
  const code = 'toolaccord.code'
  const error = 'error.type'
  it.each([
    ['succeed', UNSET, { [name]: 'success' }],
    ['reject', UNSET, { [name]: 'soft_failure', [code]: 'shut' }],
    ['fail', ERROR, { [name]: 'failure', [code]: 'shut', [error]: 'shut' }],
    ['throw', ERROR, { [name]: 'failure', [code]: 'INTERNAL_ERROR', [error]: 'INTERNAL_ERROR' }],
  ] as const)(
    'shows how a call ended that is to %s',
    async (ask, status, ended: Readonly<Record<string, string>>) => {
      const sdk = createSdk()
      await createOffice(sdk).ask(ask)
      const about = { 'gen_ai.tool.name': 'office', 'toolaccord.face': 'direct' }
      const attributes = { ...about, ...ended }
      expect(sdk.spans()).toMatchObject([{ status: { code: status }, attributes }])
      expect(sdk.spans()[0]?.attributes['error.type']).toBe(ended['error.type'])
      expect(await sdk.points('toolaccord.calls')).toMatchObject([{ value: 1, attributes }])
      expect(await sdk.points('toolaccord.call.duration')).toMatchObject([
        { value: { count: 1 }, attributes },
      ])
      expect(
        JSON.stringify(
          sdk.spans().map(({ attributes, events, status }) => [attributes, events, status]),
        ),
      ).not.toContain('hunter2')
    },
  )

  it('measures in seconds, by its clock', async () => {
    const sdk = createSdk()
    const times = [1000, 3500]
    await createOffice({ ...sdk, now: () => times.shift() ?? 0 }).ask('succeed')
    expect(await sdk.points('toolaccord.call.duration')).toMatchObject([{ value: { sum: 2.5 } }])
  })

  it('says of what it makes who makes it, what it counts, and in which unit', async () => {
    const sdk = createSdk()
    await createOffice(sdk).ask('succeed')
    expect(sdk.spans()[0]?.instrumentationScope.name).toBe('toolaccord')
    const [made, ...others] = await sdk.scopes()
    expect(others).toEqual([])
    expect(made?.scope.name).toBe('toolaccord')
    const described = made?.metrics.map(({ descriptor: { name, unit, description } }) => [
      name,
      unit,
      description,
    ])
    expect(described).toEqual([
      ['toolaccord.calls', '{call}', 'Calls that have ended.'],
      ['toolaccord.call.duration', 's', 'How long calls took.'],
      ['toolaccord.active_calls', '{call}', 'Calls that are running.'],
    ])
  })

  it('tells calls of hundredths of a second from calls of minutes', async () => {
    const sdk = createSdk()
    await createOffice(sdk).ask('succeed')
    const [{ value } = expect.unreachable()] = await sdk.points('toolaccord.call.duration')
    expect(value).toMatchObject({
      buckets: { boundaries: [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 120, 300] },
    })
  })

  it('makes its instruments once', async () => {
    const { tracerProvider, meterProvider } = createSdk()
    const getMeter = vi.spyOn(meterProvider, 'getMeter')
    const { ask } = createOffice({ tracerProvider, meterProvider })
    await ask('succeed')
    await ask('succeed')
    expect(getMeter).toHaveBeenCalledTimes(1)
  })

  it('is part of the trace that the call brings', async () => {
    const sdk = createSdk()
    await createOffice(sdk).ask('succeed', { traceparent })
    expect(sdk.spans()[0]?.spanContext().traceId).toBe(traceId)
    expect(sdk.spans()[0]?.parentSpanContext).toMatchObject({ spanId, isRemote: true })
  })

  it('links what carried a call with a trace of its own, and is its child otherwise', async () => {
    const sdk = createSdk()
    const { ask } = createOffice(sdk)
    const carrier = sdk.tracerProvider.getTracer('http').startSpan('POST')
    await context.with(trace.setSpan(context.active(), carrier), () =>
      Promise.all([
        ask('succeed', { traceparent }),
        ask('succeed'),
        ask('succeed', { traceparent: 'nonsense' }),
      ]),
    )
    const [brought, plain, wrong] = sdk.spans()
    expect([
      brought?.links.map(({ context }) => context.spanId),
      brought?.parentSpanContext?.spanId,
    ]).toEqual([[carrier.spanContext().spanId], spanId])
    for (const span of [plain, wrong])
      expect([span?.links, span?.parentSpanContext?.spanId]).toEqual([
        [],
        carrier.spanContext().spanId,
      ])
  })

  it('is active while the tool runs, also after the tool has waited', async () => {
    const sdk = createSdk()
    const { ask } = createOffice(sdk)
    await Promise.all([ask('work'), ask('work')])
    const works = sdk.spans().filter(({ name }) => name === 'work')
    const calls = sdk.spans().filter(({ name }) => name === 'tools/call office')
    expect(new Set(works.map(({ parentSpanContext }) => parentSpanContext?.spanId))).toEqual(
      new Set(calls.map((call) => call.spanContext().spanId)),
    )
    expect(new Set(calls.map((call) => call.spanContext().spanId)).size).toBe(2)
  })

  describe('gives the policies further in', () => {
    /** The trace that a policy inside sees. */
    async function seenBy(options: TelemetryOptions, given?: string) {
      const seen: (string | undefined)[] = []
      const look: Policy = {
        name: 'look',
        around(request, next) {
          seen.push(request.traceparent)
          return next({ ...request })
        },
      }
      await createOffice(options, look).ask('succeed', { traceparent: given })
      return seen
    }

    it('the span that they are part of', async () => {
      const sdk = createSdk()
      const seen = await seenBy(sdk, traceparent)
      expect(seen).toEqual([`00-${traceId}-${sdk.spans()[0]?.spanContext().spanId}-01`])
    })

    it('a span that is not sampled if that of the caller is not', async () => {
      const [seen] = await seenBy(createSdk(), `00-${traceId}-${spanId}-00`)
      expect(seen).toMatch(new RegExp(`^00-${traceId}-.{16}-00$`))
    })

    it('what the caller gave if there is no SDK', async () => {
      expect(await seenBy({}, traceparent)).toEqual([traceparent])
      expect(await seenBy({})).toEqual([undefined])
    })
  })

  it('counts what is running, and ends a call that its caller left', async () => {
    const sdk = createSdk()
    const { ask } = createOffice(sdk)
    const leave = new AbortController()
    const calls = [
      ask('hang', { signal: leave.signal }),
      ask('hang', { timeoutMs: 60_000, signal: leave.signal }),
    ]
    expect(await sdk.points('toolaccord.active_calls')).toMatchObject([
      { value: 2, attributes: { 'gen_ai.tool.name': 'office', 'toolaccord.face': 'direct' } },
    ])
    expect(sdk.spans()).toEqual([])
    leave.abort()
    await Promise.all(calls)
    expect(await sdk.points('toolaccord.active_calls')).toMatchObject([{ value: 0 }])
    expect(await sdk.points('toolaccord.calls')).toMatchObject([
      { value: 2, attributes: { 'toolaccord.code': 'CANCELLED' } },
    ])
    expect(sdk.spans()).toMatchObject([
      { ended: true, status: { code: SpanStatusCode.ERROR } },
      { ended: true },
    ])
  })

  it('makes one span for a call of a tool that does not wait', async () => {
    const sdk = createSdk()
    const { server } = createOffice(sdk)
    expect(await server.call('quick', {})).toMatchObject({ ok: true })
    expect(sdk.spans()).toHaveLength(1)
  })

  it('changes nothing where no SDK is registered', async () => {
    const { server, ask } = createOffice({})
    expect(await server.call('quick', {})).toMatchObject({ ok: true, data: { up: true } })
    expect(await ask('succeed', { traceparent })).toMatchObject({ ok: true })
    expect(await ask('throw')).toMatchObject({ ok: false, problems: [{ code: 'INTERNAL_ERROR' }] })
  })

  it('finds an SDK that is registered after it was made and called', async () => {
    const sdk = createSdk()
    const { ask } = createOffice({})
    await ask('succeed')
    trace.setGlobalTracerProvider(sdk.tracerProvider)
    metrics.setGlobalMeterProvider(sdk.meterProvider)
    await ask('succeed')
    expect(sdk.spans()).toHaveLength(1)
    expect(await sdk.points('toolaccord.calls')).toMatchObject([{ value: 1 }])
  })
})

describe('the span of a job', () => {
  it('is in the trace of its call, whose answer it may outlive', async () => {
    const sdk = createSdk()
    const scan = defineTool({
      name: 'scan',
      summary: 'Scan a book.',
      output: z.object({ up: z.boolean() }),
      effect: 'read',
      codes: ['TORN'],
      long: true,
      async run(_, call) {
        await new Promise((resolve) => setTimeout(resolve, 20))
        sdk.tracerProvider.getTracer('tool').startSpan('work').end()
        return call.fail('TORN')
      },
    })
    const policies = [createTelemetry(sdk)]
    const codes = { TORN: { kind: 'conflict' } } as const
    const init = { name: 'library', version: '1', tools: [scan], policies, codes, log: silentLog }
    const server = defineServer(init)
    const handle = await server.callByName('scan', {}, { waitMs: 0, traceparent })
    // The cast names the data of a handle.
    const { job_id } = handle.data as { job_id: string }
    await server.callByName('get_result', { job_id })
    const [call, work, job] = sdk.spans()
    expect(call).toMatchObject({ name: 'tools/call scan', kind: SpanKind.SERVER })
    expect(job).toMatchObject({
      name: 'job scan',
      kind: SpanKind.CONSUMER,
      parentSpanContext: { traceId, spanId: call?.spanContext().spanId },
      attributes: { 'toolaccord.outcome': 'failure', 'error.type': 'TORN' },
      status: { code: SpanStatusCode.ERROR },
    })
    expect(work?.parentSpanContext?.spanId).toBe(job?.spanContext().spanId)
  })
})
