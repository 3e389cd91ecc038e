import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readTraceContext, toTraceparent, traceIdOf } from './trace-context.ts'

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
const spanId = '00f067aa0ba902b7'
const hex = (length: number) =>
  fc
    .string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: length, maxLength: length })
    .filter((text) => /[^0]/.test(text))

describe('readTraceContext', () => {
  it('reads trace, span and whether it is sampled', () => {
    expect(readTraceContext(`00-${traceId}-${spanId}-01`)).toEqual({
      traceId,
      spanId,
      sampled: true,
    })
    expect(readTraceContext(`00-${traceId}-${spanId}-00`)).toEqual({
      traceId,
      spanId,
      sampled: false,
    })
  })

  it('looks at the one flag that it knows', () => {
    const isSampled = (flags: string) =>
      readTraceContext(`00-${traceId}-${spanId}-${flags}`)?.sampled
    expect(['02', 'fe', 'ff'].map(isSampled)).toEqual([false, false, true])
  })

  it('reads what it knows of a later version', () => {
    expect(readTraceContext(`01-${traceId}-${spanId}-01`)).toEqual({
      traceId,
      spanId,
      sampled: true,
    })
    expect(readTraceContext(`cc-${traceId}-${spanId}-01-what-the-future-will-be`)).toEqual({
      traceId,
      spanId,
      sampled: true,
    })
  })

  it.each([
    ['nothing', ''],
    ['a version that cannot be', `ff-${traceId}-${spanId}-01`],
    ['a trace of zeros', `00-${'0'.repeat(32)}-${spanId}-01`],
    ['a span of zeros', `00-${traceId}-${'0'.repeat(16)}-01`],
    ['upper case', `00-${traceId.toUpperCase()}-${spanId}-01`],
    ['more than version 00 has', `00-${traceId}-${spanId}-01-more`],
    ['a later version that does not go on with a dash', `01-${traceId}-${spanId}-01.more`],
    ['a short trace', `00-${traceId.slice(1)}-${spanId}-01`],
    ['no flags', `00-${traceId}-${spanId}`],
    ['a space around it', ` 00-${traceId}-${spanId}-01`],
    ['a line break after it', `00-${traceId}-${spanId}-01\n`],
    ['more than anyone sends', `01-${traceId}-${spanId}-01-${'x'.repeat(1_000_000)}`],
  ])('refuses %s', (_, traceparent) => {
    expect(readTraceContext(traceparent)).toBeUndefined()
  })

  it('reads back what toTraceparent writes', () => {
    fc.assert(
      fc.property(
        fc.record({ traceId: hex(32), spanId: hex(16), sampled: fc.boolean() }),
        (context) => {
          expect(readTraceContext(toTraceparent(context))).toEqual(context)
        },
      ),
    )
  })
})

describe('traceIdOf', () => {
  it('gives the trace of a good traceparent, and nothing for a bad one or none', () => {
    expect([`00-${traceId}-${spanId}-01`, 'nonsense', undefined].map(traceIdOf)).toEqual([
      traceId,
      undefined,
      undefined,
    ])
  })
})
