import { type SchemaVersion, parseVersionName } from '../model/index.ts'

/** The versions that a server knows. */
export interface Catalogue {
  /**
   * Finds a version by its name. `type@latest` is the newest stable version of a type, or the
   * newest beta if none is stable.
   */
  find(name: string): SchemaVersion | undefined
  /** Every version by type, the newest first. */
  all(): readonly SchemaVersion[]
  /** Adds a version or a newer state of a beta; throws if a stable version would change. */
  put(version: SchemaVersion): void
}

const latest = '@latest'

/** Creates a catalogue of versions. */
export function createCatalogue(versions: Iterable<SchemaVersion> = []): Catalogue {
  const byName = new Map<string, SchemaVersion>()
  const all = () => [...byName.values()].sort(compareVersions)

  function put(version: SchemaVersion): void {
    const { version: name, status, content_hash } = version.manifest
    const before = byName.get(name)
    const isChanged = before !== undefined && before.manifest.content_hash !== content_hash
    if (isChanged && status === 'stable') {
      throw new Error(
        `The version '${name}' is stable and is already served with other content. ` +
          'Publish the change under a new version.',
      )
    }
    byName.set(name, version)
  }

  function findLatest(type: string): SchemaVersion | undefined {
    const ofType = all().filter(({ datachainType }) => datachainType.id === type)
    return ofType.find(({ manifest }) => manifest.status === 'stable') ?? ofType[0]
  }

  function find(name: string): SchemaVersion | undefined {
    if (name.endsWith(latest)) return findLatest(name.slice(0, -latest.length))
    return byName.get(name)
  }

  for (const version of versions) put(version)
  return Object.freeze({ find, all, put })
}

/** Of two versions of one day the stable one is the newer: it was a beta before. */
function compareVersions(a: SchemaVersion, b: SchemaVersion): number {
  const left = parseVersionName(a.manifest.version)
  const right = parseVersionName(b.manifest.version)
  return (
    compare(left?.type, right?.type) ||
    compare(right?.date, left?.date) ||
    Number(left?.isBeta) - Number(right?.isBeta)
  )
}

function compare(a = '', b = ''): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
