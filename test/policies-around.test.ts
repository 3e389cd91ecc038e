import { setTimeout } from 'node:timers/promises'
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base'
import { type Logger, type Policy, defineServer, defineTool, ok } from 'toolaccord'
import { createConcurrency } from 'toolaccord/policies'
import { createTelemetry } from 'toolaccord/telemetry'
import { createFaceClient, faces } from 'toolaccord/testing'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'

const drop = () => {}
const silent: Logger = { trace: drop, debug: drop, info: drop, warn: drop, error: drop }
const output = z.object({})

/** A server with a tool that waits, one that fails, and one that asks for a scope. */
const createServer = (policies: readonly Policy[] = [], log: Logger = silent) =>
  defineServer({
    name: 'office',
    version: '1',
    log,
    env: {},
    policies,
    tools: [
      defineTool({
        name: 'wait',
        summary: 'Wait.',
        output,
        effect: 'read',
        async run() {
          await setTimeout(30)
          return ok({})
        },
      }),
      defineTool({
        name: 'fail',
        summary: 'Fail.',
        output,
        effect: 'read',
        codes: ['CONFLICT'],
        run: (_, call) => call.fail('CONFLICT'),
      }),
      defineTool({
        name: 'guarded',
        summary: 'Guarded.',
        output,
        effect: 'read',
        scopes: ['notes:read'],
        run: () => ok({}),
      }),
    ],
  })

describe.each(faces)('through the %s face', (face) => {
  it('calls beyond the limit are refused when none may wait', async () => {
    const { call } = createFaceClient(
      createServer([createConcurrency({ calls: 1, queue: 0 })]),
      face,
    )
    const outcomes = (await Promise.all([call('wait'), call('wait')])).map(({ outcome }) => outcome)
    expect(
      outcomes.map((outcome) => (outcome.ok ? 'ok' : outcome.problems[0].code)).sort(),
    ).toEqual(['UNAVAILABLE', 'ok'])
  })

  it('every call is logged with its face, and how it ended', async () => {
    const lines: unknown[] = []
    const note = (message: string, fields?: object) => {
      if (message === 'tool ended') lines.push(fields)
    }
    const log: Logger = {
      trace: note,
      debug: note,
      info: note,
      warn: note,
      error: note,
      isOn: () => true,
    }
    const { call } = createFaceClient(createServer([], log), face)
    await call('fail', {}, { id: 'r1' })
    const ended = { id: 'r1', tool: 'fail', face, outcome: 'failure', code: 'CONFLICT' }
    expect(lines).toEqual([expect.objectContaining(ended)])
  })

  it('every call is one span, whose outcome is that of the call', async () => {
    const exporter = new InMemorySpanExporter()
    const tracerProvider = new BasicTracerProvider({
      spanProcessors: [new SimpleSpanProcessor(exporter)],
    })
    await createFaceClient(createServer([createTelemetry({ tracerProvider })]), face).call('fail')
    expect(
      exporter
        .getFinishedSpans()
        .map(({ name, attributes }) => [
          name,
          attributes['toolaccord.face'],
          attributes['toolaccord.outcome'],
          attributes['error.type'],
        ]),
    ).toEqual([['tools/call fail', face, 'failure', 'CONFLICT']])
  })

  it('a tool with scopes runs for whoever started the process, not over HTTP', async () => {
    const { outcome, status } = await createFaceClient(createServer(), face).call('guarded')
    if (face === 'direct' || face === 'cli') expect(outcome).toMatchObject({ ok: true })
    else expect(outcome).toMatchObject({ ok: false, problems: [{ code: 'UNAUTHORIZED' }] })
    expect(status ?? 401).toBe(401)
  })
})
