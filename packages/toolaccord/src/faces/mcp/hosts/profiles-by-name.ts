import type { Client } from '../../../define/call.ts'
import type { HostProfile } from './host-profile.ts'
import { hostProfiles } from './host-profiles.ts'

/** The profiles of each client, the first that holds first. */
export type ProfilesByName = ReadonlyMap<string, readonly HostProfile[]>

/** Sorts profiles by the names of clients; those of a server come before the framework's. */
export function toProfilesByName(own: readonly HostProfile[] = []): ProfilesByName {
  const byName = new Map<string, readonly HostProfile[]>()
  for (const profile of [...own, ...hostProfiles]) {
    byName.set(profile.client, [...(byName.get(profile.client) ?? []), profile])
  }
  return byName
}

/** Finds the profile that holds for the version of a client. */
export const findProfile = (
  profiles: readonly HostProfile[],
  { version }: Client,
): HostProfile | undefined => profiles.find(({ since }) => isFrom(version, since))

/** True if a version is the first one or a later one; a version that is not known counts as one. */
function isFrom(version: string | undefined, since: string | undefined): boolean {
  if (since === undefined || version === undefined) return true
  return version.localeCompare(since, 'en', { numeric: true }) >= 0
}
