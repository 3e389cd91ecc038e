/** One place in a distributed trace, as W3C Trace Context names it. */
export interface TraceContext {
  /** 32 lower-case hexadecimal digits, not all zero. */
  readonly traceId: string
  /** The span that calls: 16 lower-case hexadecimal digits, not all zero. */
  readonly spanId: string
  readonly sampled: boolean
}

const form = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/
const longest = 512
const noTrace = '0'.repeat(32)
const noSpan = '0'.repeat(16)

/** Reads a `traceparent`; undefined for one that the specification tells to ignore. */
export function parseTraceparent(traceparent: string): TraceContext | undefined {
  if (traceparent.length > longest) return undefined
  const [, version, traceId = noTrace, spanId = noSpan, flags = '', more] =
    form.exec(traceparent) ?? []
  // Section 3.2.2: a later version may add fields at the end, version 00 has none, and ff is no version.
  if (version === undefined || version === 'ff' || (version === '00' && more !== undefined))
    return undefined
  if (traceId === noTrace || spanId === noSpan) return undefined
  return { traceId, spanId, sampled: (Number.parseInt(flags, 16) & 1) === 1 }
}

/** Writes version 00, whatever version was read. */
export const toTraceparent = ({ traceId, spanId, sampled }: TraceContext): string =>
  `00-${traceId}-${spanId}-${sampled ? '01' : '00'}`

/** The trace that a call is part of, for a log line. */
export const traceIdOf = (traceparent: string | undefined): string | undefined =>
  traceparent === undefined ? undefined : parseTraceparent(traceparent)?.traceId
