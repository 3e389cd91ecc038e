import { readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { FoundryError } from '../errors/foundry-error.ts'
import { hasCode } from './has-code.ts'
import { keepFile } from './write-whole.ts'

/** An earlier text of a spec. */
export interface PastVersion {
  readonly version: string
  /** When it was replaced. */
  readonly replaced_at: string
}

/** The earlier texts of specs. */
export interface History {
  /** Keeps the text that is about to be replaced. */
  keep(specId: string, file: { readonly path: string; readonly version: string }): Promise<void>
  /** The newest first. */
  list(specId: string): Promise<readonly PastVersion[]>
  read(specId: string, version: string): Promise<string>
}

/** How many texts of one spec are kept. */
const keptVersions = 100

/** Creates a history in a folder. Past texts cost no copy: they are the replaced files. */
export function createHistory(folder: string, now: () => Date): History {
  const folderOf = (specId: string) => join(folder, specId)

  async function namesOf(specId: string): Promise<readonly string[]> {
    try {
      const names = await readdir(folderOf(specId))
      return names.filter((name) => namePattern.test(name)).toSorted()
    } catch (thrown) {
      if (hasCode(thrown, 'ENOENT')) return []
      throw thrown
    }
  }

  async function removeOldest(specId: string): Promise<void> {
    const names = await namesOf(specId)
    const surplus = names.slice(0, Math.max(0, names.length - keptVersions))
    await Promise.all(surplus.map((name) => rm(join(folderOf(specId), name), { force: true })))
  }

  return {
    async keep(specId, { path, version }) {
      const time = timeAfter(await namesOf(specId), now())
      const as = join(folderOf(specId), `${toStamp(time)}-${version}.json`)
      if (!(await keepFile(path, as))) await writeFile(as, await readFile(path))
      await removeOldest(specId)
    },
    async list(specId) {
      const names = await namesOf(specId)
      return names.toReversed().flatMap((name) => toPastVersion(name) ?? [])
    },
    async read(specId, version) {
      const names = await namesOf(specId)
      const name = names.findLast((one) => toPastVersion(one)?.version === version)
      if (name === undefined) throw unknownVersion(specId, version)
      return readFile(join(folderOf(specId), name), 'utf8')
    },
  }
}

const namePattern = /^(\d{4}-\d\d-\d\dT\d\d)(\d\d)(\d\d)(\d{3})Z-([0-9a-f]{12})\.json$/

/** The order of names is that of changes, even if two are made at once or a clock goes back. */
function timeAfter(names: readonly string[], time: Date): Date {
  const last = toPastVersion(names.at(-1) ?? '')
  if (last === undefined) return time
  return new Date(Math.max(time.getTime(), Date.parse(last.replaced_at) + 1))
}

/** A time that is a file name on every system. */
const toStamp = (time: Date): string => time.toISOString().replaceAll(/[:.]|(?<=T\d\d):/g, '')

function toPastVersion(name: string): PastVersion | undefined {
  const [, hour, minute, second, milliseconds, version] = namePattern.exec(name) ?? []
  if (hour === undefined || version === undefined) return undefined
  return { version, replaced_at: `${hour}:${minute}:${second}.${milliseconds}Z` }
}

const unknownVersion = (specId: string, version: string) =>
  new FoundryError('VERSION_NOT_FOUND', `'${specId}' has no version '${version}' in its history.`, {
    path: 'version',
    hint: 'Call spec_history for the versions that are kept.',
  })
