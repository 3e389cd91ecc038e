import type { Client } from '../../../define/call.ts'
import type { HostProfile } from './host-profile.ts'
import { hostProfiles } from './host-profiles.ts'

/** Finds the profile of a client; undefined for a host of which nothing is known. */
export type ProfileFinder = (client: Client | undefined) => HostProfile | undefined

/** Creates the finder of a server; its own profiles come before those of the framework. */
export function createProfileFinder(own: readonly HostProfile[] = []): ProfileFinder {
  const byName = new Map<string, readonly HostProfile[]>()
  for (const profile of [...own, ...hostProfiles]) {
    byName.set(profile.client, [...(byName.get(profile.client) ?? []), profile])
  }
  return function findProfile(client) {
    if (client === undefined) return undefined
    return byName.get(client.name)?.find(({ since }) => isFrom(client.version, since))
  }
}

/** True if a version is the first one or a later one; a version that is not known counts as one. */
function isFrom(version: string | undefined, since: string | undefined): boolean {
  if (since === undefined || version === undefined) return true
  return version.localeCompare(since, 'en', { numeric: true }) >= 0
}
