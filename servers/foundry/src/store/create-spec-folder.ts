import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { FoundryError } from '../errors/foundry-error.ts'
import { type SpecFile, type SpecFiles, createSpecFiles, versionOf } from './create-spec-files.ts'
import { hasCode } from './has-code.ts'
import { isSpecId } from './is-spec-id.ts'
import { specNotFoundError, twoSpecsError } from './spec-errors.ts'
import { type Stage, stages } from './stage.ts'

/** A file, and the stage that its folder stands for. */
export interface FoundSpec extends SpecFile {
  readonly stage: Stage
}

/** A file as it is, whether or not it can be used. */
export interface LocatedSpec extends Omit<SpecFile, 'spec'> {
  readonly stage: Stage
}

/** The folder with the files of all specs. */
export interface SpecFolder extends Pick<SpecFiles, 'read' | 'keep'> {
  pathOf(specId: string, stage: Stage): string
  /** Undefined if there is none; throws if the file cannot be used, or if there are two. */
  find(specId: string): Promise<FoundSpec | undefined>
  findOrThrow(specId: string): Promise<FoundSpec>
  /** Finds a file whose content may be anything; throws if there is none, or if there are two. */
  locateOrThrow(specId: string): Promise<LocatedSpec>
  /** The ids of the files in one stage, in their order. */
  specIds(stage: Stage): Promise<readonly string[]>
}

/** Creates the folder of all specs. */
export function createSpecFolder(folder: string): SpecFolder {
  const files = createSpecFiles()
  const pathOf = (specId: string, stage: Stage) => join(folder, stage, `${specId}.json`)

  async function readNamed(specId: string, stage: Stage): Promise<SpecFile | undefined> {
    try {
      return await files.read(pathOf(specId, stage))
    } catch (thrown) {
      if (!(thrown instanceof FoundryError)) throw thrown
      const { code, message, options } = thrown
      throw new FoundryError(code, `Spec '${specId}' (${stage}): ${message}`, options)
    }
  }

  async function find(specId: string): Promise<FoundSpec | undefined> {
    if (!isSpecId(specId)) return undefined
    const found: FoundSpec[] = []
    for (const stage of stages) {
      const file = await readNamed(specId, stage)
      if (file !== undefined) found.push({ ...file, stage })
    }
    return oneOf(specId, found)
  }

  async function locate(specId: string): Promise<LocatedSpec | undefined> {
    if (!isSpecId(specId)) return undefined
    const located: LocatedSpec[] = []
    for (const stage of stages) {
      const text = await readIfThere(pathOf(specId, stage))
      if (text !== undefined) located.push({ text, version: versionOf(text), stage })
    }
    return oneOf(specId, located)
  }

  async function specIds(stage: Stage): Promise<readonly string[]> {
    try {
      const names = await readdir(join(folder, stage))
      const ids = names.flatMap((name) => /^(.+)\.json$/.exec(name)?.[1] ?? [])
      return ids.filter(isSpecId).toSorted()
    } catch (thrown) {
      if (hasCode(thrown, 'ENOENT', 'ENOTDIR')) return []
      throw thrown
    }
  }

  async function notFound(specId: string) {
    const known = await Promise.all(stages.map(specIds))
    return specNotFoundError(specId, known.flat())
  }

  return {
    ...files,
    pathOf,
    find,
    specIds,
    async findOrThrow(specId) {
      const found = await find(specId)
      if (found !== undefined) return found
      throw await notFound(specId)
    },
    async locateOrThrow(specId) {
      const located = await locate(specId)
      if (located !== undefined) return located
      throw await notFound(specId)
    },
  }
}

/** A spec that is in two folders is in neither. */
function oneOf<Found extends { readonly stage: Stage }>(
  specId: string,
  [one, other]: readonly Found[],
): Found | undefined {
  if (one !== undefined && other !== undefined) throw twoSpecsError(specId, one.stage, other.stage)
  return one
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (thrown) {
    if (hasCode(thrown, 'ENOENT', 'ENOTDIR')) return undefined
    throw thrown
  }
}
