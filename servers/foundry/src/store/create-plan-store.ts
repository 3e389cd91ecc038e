import { mkdir, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { FoundryError } from '../errors/foundry-error.ts'
import { patchJson, toJsonText } from '../json/patch-json.ts'
import { rollUp } from '../spec/roll-up.ts'
import type { Spec } from '../spec/spec.ts'
import { readSpec } from '../validate/read-spec.ts'
import { createHistory } from './create-history.ts'
import { createRunningFiles } from './create-running-files.ts'
import { type SpecFile, toSpecFile, versionOf } from './create-spec-files.ts'
import { type FoundSpec, type LocatedSpec, createSpecFolder } from './create-spec-folder.ts'
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
/** What a text said, and what the file is to say. */
interface Change {
  /** The text whose characters are kept where nothing changes. Default: that of the file. */
  readonly text?: string
  readonly before: unknown
  readonly after: Spec
}

/** Creates the store of the plans in these folders. */
export function createPlanStore(folders: Folders, now: () => Date): PlanStore {
  const specs = createSpecFolder(folders.specs)
  const runnings = createRunningFiles(join(folders.state, 'running'))
  const history = createHistory(join(folders.state, 'history'), now)

  async function toPlan(specId: string, { stage, version, spec }: FoundSpec): Promise<Plan> {
    return { spec_id: specId, stage, version, spec, running: await runnings.read(specId) }
  }

  async function locked<T>(specId: string, work: () => Promise<T>): Promise<T> {
    try {
      return await withLock(join(folders.state, 'locks', specId), work)
    } catch (thrown) {
      throw toStorageError(thrown)
    }
  }

  /** Runs work on a file that is there and of the version that the caller has read. */
  async function openFile<Found extends LocatedSpec, T>(
    find: () => Promise<Found>,
    specId: string,
    { version }: EditOptions,
    work: (found: Found) => Promise<T>,
  ): Promise<T> {
    // Nobody waits, and no folder is made, for a spec that is not there.
    await find()
    return locked(specId, async () => {
      const found = await find()
      if (version !== undefined && version !== found.version) {
        throw versionConflictError(specId, version, found.version)
      }
      return work(found)
    })
  }

  const open = <T>(id: string, options: EditOptions, work: (found: FoundSpec) => Promise<T>) =>
    openFile(() => specs.findOrThrow(id), id, options, work)

  /** The same for a file that need not be readable. */
  const openText = <T>(id: string, options: EditOptions, work: (file: LocatedSpec) => Promise<T>) =>
    openFile(() => specs.locateOrThrow(id), id, options, work)

  async function write(path: string, spec: Spec, text: string): Promise<SpecFile> {
    const bytes = Buffer.from(text)
    await writeWhole(path, bytes)
    const file = { text, version: versionOf(bytes), spec }
    await specs.keep(path, file)
    return file
  }

  /** Replaces the file of a spec, and keeps the text that it had. */
  async function replace(
    specId: string,
    { stage, version, text: current }: LocatedSpec,
    { text: base = current, before, after }: Change,
  ): Promise<FoundSpec> {
    const spec = rollUp({ ...after, last_updated: now().toISOString() })
    const text = patchJson(base, before, spec)
    const path = specs.pathOf(specId, stage)
    await history.keep(specId, { path, version })
    return { ...(await write(path, spec, text)), stage }
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
        const change = { before: before.spec, after: spec }
        const after = spec === before.spec ? found : await replace(specId, found, change)
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
      const { version } = await specs.locateOrThrow(specId)
      return { version, past: await history.list(specId) }
    },
    async readVersion(specId, version) {
      const located = await specs.locateOrThrow(specId)
      const isCurrent = located.version === version
      return toSpecFile(isCurrent ? located.text : await history.read(specId, version)).spec
    },
    readText: specs.locateOrThrow,
    mend: (specId, mend, options = {}) =>
      openText(specId, options, async (file) => {
        const { repair, answer } = mend(file)
        if (repair === undefined) return { version: file.version, answer }
        const mended = await replace(specId, file, repair)
        return { version: mended.version, answer }
      }),
    rollBack: (specId, to, change, options = {}) =>
      openText(specId, options, async (file) => {
        const past = toSpecFile(await history.read(specId, to))
        const after = change(past.spec, findSpec(file.text))
        const base = { text: past.text, before: past.spec }
        return toPlan(specId, await replace(specId, file, { ...base, after }))
      }),
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

/** The spec that a text says, if it can be read. */
function findSpec(text: string): Spec | undefined {
  const read = readSpec(text)
  return read.ok ? read.spec : undefined
}

async function moveFile(from: string, to: string): Promise<void> {
  try {
    await mkdir(dirname(to), { recursive: true })
    await rename(from, to)
  } catch (thrown) {
    throw toStorageError(thrown)
  }
}
