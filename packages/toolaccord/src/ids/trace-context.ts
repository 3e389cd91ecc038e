/** One place in a distributed trace, as W3C Trace Context defines it. */
export interface TraceContext {
  /** 32 lower-case hexadecimal digits, not all zero. */
  readonly traceId: string
  /** The span that calls: 16 lower-case hexadecimal digits, not all zero. */
  readonly spanId: string
  readonly sampled: boolean
}

const form =
  /^(?<version>[0-9a-f]{2})-(?<traceId>[0-9a-f]{32})-(?<spanId>[0-9a-f]{16})-(?<flags>[0-9a-f]{2})(?<more>-.*)?$/
const maxLength = 512
const noTrace = '0'.repeat(32)
const noSpan = '0'.repeat(16)
const sampledFlag = 1

/** Reads a `traceparent`; returns undefined for one that must be ignored by the specification. */
export function readTraceContext(traceparent: string): TraceContext | undefined {
  if (traceparent.length > maxLength) return undefined
  const groups = form.exec(traceparent)?.groups
  if (groups === undefined) return undefined
  const { version, traceId = noTrace, spanId = noSpan, flags = '', more } = groups
  // Section 3.2.2: ff is not a version, and only versions after 00 may add fields at the end.
  if (version === 'ff' || (version === '00' && more !== undefined)) return undefined
  if (traceId === noTrace || spanId === noSpan) return undefined
  const sampled = (Number.parseInt(flags, 16) & sampledFlag) === sampledFlag
  return { traceId, spanId, sampled }
}

/** Writes a `traceparent` of version 00, whatever version was read. */
export const toTraceparent = ({ traceId, spanId, sampled }: TraceContext): string =>
  `00-${traceId}-${spanId}-${sampled ? '01' : '00'}`

/** Returns the trace that a call is part of, for a log line. */
export function traceIdOf(traceparent: string | undefined): string | undefined {
  if (traceparent === undefined) return undefined
  return readTraceContext(traceparent)?.traceId
}
