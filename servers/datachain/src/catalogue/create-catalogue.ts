import type { SchemaVersion } from '../model/index.ts'
import { parseVersionName } from '../model/index.ts'

/** The versions that a server knows. */
export interface Catalogue {
  /**
   * A version by its name, or the newest of a type by `type@latest`: a stable one where there is
   * one.
   */
  find(name: string): SchemaVersion | undefined
  /** By type, the newest first. */
  all(): readonly SchemaVersion[]
  /** Adds a version, or a newer state of a beta; a stable one never changes. */
  put(version: SchemaVersion): void
}

/** Makes a catalogue of versions. */
export function createCatalogue(versions: Iterable<SchemaVersion> = []): Catalogue {
  const byName = new Map<string, SchemaVersion>()
  const all = () => [...byName.values()].sort(compareVersions)

  function put(version: SchemaVersion): void {
    const { version: name, status, content_hash } = version.manifest
    const before = byName.get(name)
    if (
      before !== undefined &&
      status === 'stable' &&
      before.manifest.content_hash !== content_hash
    ) {
      throw new Error(
        `The version '${name}' is stable and is already served with other content. Publish the change under a new version.`,
      )
    }
    byName.set(name, version)
  }

  function findLatest(type: string): SchemaVersion | undefined {
    const ofType = all().filter(({ datachainType }) => datachainType.id === type)
    return ofType.find(({ manifest }) => manifest.status === 'stable') ?? ofType[0]
  }

  for (const version of versions) put(version)
  return Object.freeze({
    find: (name: string) =>
      name.endsWith('@latest') ? findLatest(name.slice(0, -'@latest'.length)) : byName.get(name),
    all,
    put,
  })
}

/** On one day the stable one is the newer: it was a beta before. */
function compareVersions(a: SchemaVersion, b: SchemaVersion): number {
  const [left, right] = [a, b].map(({ manifest }) => parseVersionName(manifest.version))
  return (
    compare(left?.type, right?.type) ||
    compare(right?.date, left?.date) ||
    Number(left?.isBeta) - Number(right?.isBeta)
  )
}

const compare = (a = '', b = ''): number => (a === b ? 0 : a < b ? -1 : 1)
