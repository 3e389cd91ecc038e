import type { Outcome, Warning } from './outcome.ts'

/**
 * The codes of warnings that every server may give, with their severities.
 *
 * @example
 *   standardWarnings.STALE_CACHE // → 'warning'
 */
export const standardWarnings = {
  ARGUMENT_IGNORED: 'info',
  CONTENT_TRUNCATED: 'info',
  DEPRECATED: 'warning',
  DEPRECATED_FIELD: 'info',
  FALLBACK_USED: 'info',
  FLAG_EXPIRED: 'warning',
  IDEMPOTENT_REPLAY: 'info',
  LIMIT_CLAMPED: 'info',
  OUTCOME_NOT_KEPT: 'warning',
  PARTIAL_FAILURE: 'warning',
  RATE_LIMIT_APPROACHING: 'warning',
  STALE_CACHE: 'warning',
} as const satisfies Readonly<Record<string, Warning['severity']>>

/** The code of a warning that every server may give. */
export type StandardWarning = keyof typeof standardWarnings

const isStandard = (code: string): code is StandardWarning => Object.hasOwn(standardWarnings, code)

/** Returns a warning with the severity that its code has everywhere, unless it brings one. */
export function withSeverity(warning: Warning): Warning {
  const { code, severity } = warning
  if (severity !== undefined || code === undefined || !isStandard(code)) return warning
  return { ...warning, severity: standardWarnings[code] }
}

/** Makes a warning with the severity of its code; a server's own code is a plain warning. */
export function toWarning(
  code: string,
  message: string,
  context?: Readonly<Record<string, unknown>>,
): Warning {
  const severity = isStandard(code) ? standardWarnings[code] : 'warning'
  return { code, severity, message, context }
}

/** Returns the outcome with one more warning. */
export const withWarning = (outcome: Outcome, warning: Warning): Outcome => ({
  ...outcome,
  notes: { ...outcome.notes, warnings: [...(outcome.notes.warnings ?? []), warning] },
})
