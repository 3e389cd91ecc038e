import type { Warning } from 'toolaccord'
import type { FileFault } from './files/read-record.ts'
import type { Source } from './records/source.ts'
import type { SourceResult } from './source-result.ts'

/** Returns what the caller should know about sources that were added: failures and fallbacks. */
export function toAddWarnings(results: readonly SourceResult[]): readonly Warning[] {
  const warnings: Warning[] = []
  const failed = results.filter((result) => !result.ok)
  const added = results.filter((result) => result.ok)
  if (failed.length > 0)
    warnings.push({
      code: 'PARTIAL_FAILURE',
      severity: 'warning',
      message: `${countOf(failed.length, 'source')} could not be added.`,
      context: {
        failed_sources: failed.map(({ origin }) => origin),
        successful_sources: added.length,
        total_sources: results.length,
      },
    })
  const fallbacks = added.filter(({ fallback }) => fallback !== undefined)
  const ids = fallbacks.map(({ source }) => source.id)
  if (ids.length > 0)
    warnings.push({
      code: 'FALLBACK_USED',
      severity: 'info',
      message: `Condensed without the summariser, or not at all: ${ids.join(', ')}.`,
      context: { sources: ids, reasons: [...new Set(fallbacks.map(({ fallback }) => fallback))] },
    })
  return warnings
}

/** Returns the warning about sources that were read too long ago, if there are any. */
export function toStaleWarnings(
  sources: readonly Source[],
  now: Date,
  maxAgeMs: number,
): readonly Warning[] {
  const ageOf = ({ fetched_at }: Source) => now.getTime() - Date.parse(fetched_at)
  const stale = sources.filter((source) => canChange(source) && ageOf(source) > maxAgeMs)
  if (stale.length === 0) return []
  const oldest = Math.max(...stale.map(ageOf))
  const days = Math.floor(oldest / 86_400_000)
  return [
    {
      code: 'STALE_CACHE',
      severity: 'warning',
      message:
        `${countOf(stale.length, 'source')} may be outdated; the oldest was read ` +
        `${countOf(days, 'day')} ago. Add it again to read it anew.`,
      context: {
        cache_age_seconds: Math.floor(oldest / 1_000),
        max_freshness_seconds: Math.floor(maxAgeMs / 1_000),
        sources: stale.map(({ id }) => id),
      },
    },
  ]
}

/** Returns the warning about files that were edited into nonsense, if there are any. */
export function toFaultWarnings(faults: readonly FileFault[]): readonly Warning[] {
  if (faults.length === 0) return []
  const [first] = faults
  return [
    {
      code: 'PARTIAL_FAILURE',
      severity: 'warning',
      message: `${countOf(faults.length, 'file')} cannot be used: ${first?.file} ${first?.message}.`,
      context: { failed_files: faults },
    },
  ]
}

/** What was given as it is cannot be read anew. */
const canChange = ({ kind }: Source): boolean => kind === 'url' || kind === 'file'

const countOf = (count: number, noun: string): string =>
  count === 1 ? `1 ${noun}` : `${count} ${noun}s`
