import type { RestOptions } from 'toolaccord/rest'
import { type SchemaVersion, parseVersionName } from '../model/index.ts'

const short = 'public, max-age=60'
const aDay = 'public, max-age=86400, immutable'

/** Cache-Control for content that is named by its own hash, or never changes under its name. */
export const forEver = 'public, max-age=31536000, immutable'

/** Cache-Control for a picture: for ever if its stable version was asked for by its own name. */
export function pictureCaching(asked: string, { manifest }: SchemaVersion): string {
  const isFixed = asked === manifest.version && manifest.status === 'stable'
  return isFixed ? forEver : short
}

/**
 * Cache-Control for answers: a day if they are from a stable version. A beta may change, and an
 * alias may soon name another version, so those are kept for a minute.
 */
export const cacheControl: RestOptions['cacheControl'] = ({ notes }, _tool, { url }) => {
  // The answer of a job is one caller's, and is forgotten sooner.
  if (notes.version === undefined || notes.job !== undefined) return undefined
  const isStable = parseVersionName(notes.version)?.isBeta === false
  const isAlias = /(@|%40)latest/i.test(url)
  return isStable && !isAlias ? aDay : short
}
