import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { FoundryError } from '../errors/foundry-error.ts'
import { type SpecFile, type SpecFiles, createSpecFiles } from './create-spec-files.ts'
import { hasCode } from './has-code.ts'
import { isSpecId } from './is-spec-id.ts'
import { specNotFoundError, twoSpecsError } from './spec-errors.ts'
import { type Stage, stages } from './stage.ts'

/** A file, and the stage that its folder stands for. */
export interface FoundSpec extends SpecFile {
  readonly stage: Stage
}

/** The folder with the files of all specs. */
export interface SpecFolder extends Pick<SpecFiles, 'read' | 'keep'> {
  pathOf(specId: string, stage: Stage): string
  /** Undefined if there is none; throws if the file cannot be used, or if there are two. */
  find(specId: string): Promise<FoundSpec | undefined>
  findOrThrow(specId: string): Promise<FoundSpec>
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
    const [one, other] = found
    if (one !== undefined && other !== undefined)
      throw twoSpecsError(specId, one.stage, other.stage)
    return one
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

  return {
    ...files,
    pathOf,
    find,
    specIds,
    async findOrThrow(specId) {
      const found = await find(specId)
      if (found !== undefined) return found
      const known = await Promise.all(stages.map(specIds))
      throw specNotFoundError(specId, known.flat(), folder)
    },
  }
}
