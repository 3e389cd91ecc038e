import type { RestOptions } from 'toolaccord/rest'
import type { SchemaVersion } from '../model/index.ts'
import { parseVersionName } from '../model/index.ts'

const short = 'public, max-age=60'
const aDay = 'public, max-age=86400, immutable'

/** For what is named by its own hash, or never changes under its name. */
export const forEver = 'public, max-age=31536000, immutable'

/**
 * How long a picture may be kept: for ever where it is one of a stable version, asked for under its
 * own name.
 */
export const pictureCaching = (
  asked: string,
  { manifest: { version, status } }: SchemaVersion,
): string => (asked === version && status === 'stable' ? forEver : short)

/**
 * How long answers may be kept: a day where they are of a stable version; not long where it is a
 * beta, or where an alias may soon mean another.
 */
export const cacheControl: RestOptions['cacheControl'] = ({ notes }, _tool, { url }) => {
  if (notes.version === undefined) return undefined
  const isFixed = parseVersionName(notes.version)?.isBeta === false && !/(@|%40)latest/i.test(url)
  return isFixed ? aDay : short
}
