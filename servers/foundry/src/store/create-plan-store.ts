import { mkdir, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { FoundryError } from '../errors/foundry-error.ts'
import { patchJson, toJsonText } from '../json/patch-json.ts'
import { rollUp } from '../spec/roll-up.ts'
import type { Spec } from '../spec/spec.ts'
import { createHistory } from './create-history.ts'
import { createRunningFiles } from './create-running-files.ts'
import { type SpecFile, toSpecFile, versionOf } from './create-spec-files.ts'
import { type FoundSpec, createSpecFolder } from './create-spec-folder.ts'
import type { Folders } from './find-folders.ts'
import { isSpecId } from './is-spec-id.ts'
import type { EditOptions, Plan, PlanStore, UnreadableSpec } from './plan-store.ts'
import {
  duplicateSpecError,
  invalidSpecIdError,
  unknownStageMoveError,
  versionConflictError,
} from './spec-errors.ts'
import { type Stage, stageMoves, stages } from './stage.ts'
import { withLock } from './with-lock.ts'
import { toStorageError, writeWhole } from './write-whole.ts'

/** How many files are read at once. */
const atOnce = 16

/** Creates the store of the plans in these folders. */
export function createPlanStore(folders: Folders, now: () => Date): PlanStore {
  const specs = createSpecFolder(folders.specs)
  const runnings = createRunningFiles(join(folders.state, 'running'))
  const history = createHistory(join(folders.state, 'history'), now)

  async function toPlan(specId: string, { stage, version, spec }: FoundSpec): Promise<Plan> {
    return { spec_id: specId, stage, version, spec, running: await runnings.read(specId) }
  }

  const locked = <T>(specId: string, work: () => Promise<T>) =>
    withLock(join(folders.state, 'locks', specId), work)

  /** Runs work on a spec that is there and of the version that the caller has read. */
  async function open<T>(
    specId: string,
    { version }: EditOptions,
    work: (found: FoundSpec) => Promise<T>,
  ): Promise<T> {
    // Nobody waits, and no folder is made, for a spec that is not there.
    await specs.findOrThrow(specId)
    return locked(specId, async () => {
      const found = await specs.findOrThrow(specId)
      if (version !== undefined && version !== found.version) {
        throw versionConflictError(specId, version, found.version)
      }
      return work(found)
    })
  }

  async function write(path: string, spec: Spec, text: string): Promise<SpecFile> {
    const bytes = Buffer.from(text)
    await writeWhole(path, bytes)
    const file = { text, version: versionOf(bytes), spec }
    await specs.keep(path, file)
    return file
  }

  /** Replaces the file of a spec, and keeps the text that it had. */
  async function replace(specId: string, found: FoundSpec, changed: Spec): Promise<FoundSpec> {
    const spec = rollUp({ ...changed, last_updated: now().toISOString() })
    const text = patchJson(found.text, found.spec, spec)
    const path = specs.pathOf(specId, found.stage)
    await history.keep(specId, { path, version: found.version })
    return { ...(await write(path, spec, text)), stage: found.stage }
  }

  async function namesIn(stage: Stage): Promise<readonly (readonly [string, Stage])[]> {
    const ids = await specs.specIds(stage)
    return ids.map((specId) => [specId, stage] as const)
  }

  async function readListed(specId: string, stage: Stage): Promise<Plan | UnreadableSpec> {
    try {
      const file = await specs.read(specs.pathOf(specId, stage))
      if (file === undefined) return { spec_id: specId, stage, message: 'It was moved just now.' }
      return await toPlan(specId, { ...file, stage })
    } catch (thrown) {
      if (!(thrown instanceof FoundryError)) throw thrown
      return { spec_id: specId, stage, message: thrown.message }
    }
  }

  return {
    folders,
    async read(specId) {
      return toPlan(specId, await specs.findOrThrow(specId))
    },
    async list(...wanted) {
      const named = await Promise.all((wanted.length === 0 ? stages : wanted).map(namesIn))
      const listed = await inTurns(named.flat(), atOnce, ([specId, stage]) =>
        readListed(specId, stage),
      )
      return {
        plans: listed.filter((one) => 'spec' in one),
        unreadable: listed.filter((one) => 'message' in one),
      }
    },
    edit: (specId, edit, options = {}) =>
      open(specId, options, async (found) => {
        const before = await toPlan(specId, found)
        const { spec = before.spec, running = before.running, answer } = await edit(before)
        const after = spec === before.spec ? found : await replace(specId, found, spec)
        if (running !== before.running) await runnings.save(specId, running)
        const { stage, version } = after
        return { spec_id: specId, stage, version, spec: after.spec, running, answer }
      }),
    async create(draft, stage) {
      const specId = draft.spec_id
      if (!isSpecId(specId)) throw invalidSpecIdError(specId)
      return locked(specId, async () => {
        if ((await specs.find(specId)) !== undefined) throw duplicateSpecError(specId)
        const spec = rollUp(draft)
        const file = await write(specs.pathOf(specId, stage), spec, toJsonText(spec))
        return toPlan(specId, { ...file, stage })
      })
    },
    move: (specId, to, options = {}) =>
      open(specId, options, async (found) => {
        if (found.stage === to) return toPlan(specId, found)
        if (!stageMoves[found.stage].includes(to)) throw unknownStageMoveError(found.stage, to)
        await moveFile(specs.pathOf(specId, found.stage), specs.pathOf(specId, to))
        return toPlan(specId, { ...found, stage: to })
      }),
    async history(specId) {
      await specs.findOrThrow(specId)
      return history.list(specId)
    },
    async readVersion(specId, version) {
      const found = await specs.findOrThrow(specId)
      if (found.version === version) return found.spec
      return toSpecFile(await history.read(specId, version)).spec
    },
  }
}

/** Does work for all items, some at a time, and returns the results in their order. */
async function inTurns<Item, Result>(
  items: readonly Item[],
  count: number,
  work: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = []
  for (let at = 0; at < items.length; at += count) {
    results.push(...(await Promise.all(items.slice(at, at + count).map(work))))
  }
  return results
}

async function moveFile(from: string, to: string): Promise<void> {
  try {
    await mkdir(dirname(to), { recursive: true })
    await rename(from, to)
  } catch (thrown) {
    throw toStorageError(thrown)
  }
}
