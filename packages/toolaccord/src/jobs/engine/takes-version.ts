/**
 * Which version of a server runs the jobs of another. `compatible`: one with the same major
 * version, and for 0.x the same minor version.
 */
export type OtherVersions = 'compatible' | 'run' | 'refuse'

/** True if a server of one version runs a job that another version took. */
export function takesVersion(own: string, taken: string, others: OtherVersions): boolean {
  if (own === taken || others === 'run') return true
  if (others === 'refuse') return false
  const series = toSeries(own)
  return series !== undefined && series === toSeries(taken)
}

/** The part of a version that changes if something breaks; undefined if it is not semantic. */
function toSeries(version: string): string | undefined {
  const [, major, minor] = /^v?(\d+)\.(\d+)\.\d+/.exec(version) ?? []
  return major === '0' ? `0.${minor}` : major
}
