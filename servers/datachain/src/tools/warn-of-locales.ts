import type { Call } from 'toolaccord'
import { nameIds, quote } from '../findings/name-ids.ts'
import type { SchemaVersion } from '../model/index.ts'

/** Warns of languages that a version does not have, because texts in them are missing. */
export function warnOfLocales(
  call: Pick<Call, 'warn'>,
  { manifest }: SchemaVersion,
  asked: readonly string[] = [],
): void {
  const unknown = asked.filter((locale) => !manifest.locales.includes(locale))
  if (unknown.length === 0) return
  const named = unknown.slice(0, 3).map(quote).join(', ')
  const known = nameIds(manifest.locales)
  call.warn('UNKNOWN_LOCALE', `${manifest.version} has no texts in ${named}. Languages: ${known}.`)
}
