import { createHash } from 'node:crypto'
import { mkdir, readFile, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { CheckRun } from '../proof/checks/check-run.ts'
import { hasCode } from '../store/has-code.ts'
import { writeWhole } from '../store/write-whole.ts'

/** The records of what was checked, beside the plan and out of the reach of who is checked. */
export interface CheckStore {
  /** Keeps a record, and the output that it has the hash of. */
  add(run: CheckRun, output: string): Promise<void>
  /** The records of one check, the newest last. */
  list(specId: string, verifyId: string): Promise<readonly CheckRun[]>
  /** The records of all checks of a spec, those of each in their order. */
  listAll(specId: string): Promise<readonly CheckRun[]>
  /** The output with a hash; undefined if it is not kept any more. */
  output(hash: string): Promise<string | undefined>
}

/** How many records of one check are kept. */
const keptRuns = 20

/** Creates the store in a folder that all worktrees share. */
export function createCheckStore(folder: string): CheckStore {
  const folderOf = (specId: string, verifyId: string) =>
    join(folder, 'runs', toName(specId), toName(verifyId))
  const outputPath = (hash: string) =>
    join(folder, 'outputs', `${hash.replace(/^sha256:/, '')}.txt`)

  async function filesIn(runs: string): Promise<readonly string[]> {
    const all = await namesIn(runs)
    return all.filter((name) => name.endsWith('.json') && !name.startsWith('.')).toSorted()
  }

  async function readRuns(runs: string): Promise<readonly CheckRun[]> {
    const files = await filesIn(runs)
    return Promise.all(files.map((name) => read(join(runs, name))))
  }

  async function read(path: string): Promise<CheckRun> {
    // The cast names what `add` has written.
    return JSON.parse(await readFile(path, 'utf8')) as CheckRun
  }

  return {
    async add(run, output) {
      const runs = folderOf(run.spec_id, run.verify_id)
      await mkdir(runs, { recursive: true, mode: 0o700 })
      await writeWhole(outputPath(run.outputHash), output)
      // Names begin with the time, so that their order is that of the runs.
      const name = `${Date.parse(run.startedAt).toString().padStart(15, '0')}-${run.id}.json`
      await writeWhole(join(runs, name), JSON.stringify(run))
      const known = await filesIn(runs)
      const surplus = known.slice(0, Math.max(0, known.length - keptRuns))
      await Promise.all(surplus.map((one) => rm(join(runs, one), { force: true })))
    },
    list: (specId, verifyId) => readRuns(folderOf(specId, verifyId)),
    async listAll(specId) {
      const all = join(folder, 'runs', toName(specId))
      const found: CheckRun[] = []
      // One after the other: there may be more folders than files that a process may open.
      for (const check of await namesIn(all)) found.push(...(await readRuns(join(all, check))))
      return found.toSorted((a, b) => a.startedAt.localeCompare(b.startedAt))
    },
    async output(hash) {
      if (!/^sha256:[0-9a-f]{64}$/.test(hash)) return undefined
      try {
        return await readFile(outputPath(hash), 'utf8')
      } catch (thrown) {
        if (hasCode(thrown, 'ENOENT')) return undefined
        throw thrown
      }
    },
  }
}

async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder)
  } catch (thrown) {
    if (hasCode(thrown, 'ENOENT')) return []
    throw thrown
  }
}

/** Ids of other programs may be any string, and must not choose where a file is. */
function toName(id: string): string {
  if (/^[A-Za-z0-9][\w-]{0,127}$/.test(id)) return id
  return `-${createHash('sha256').update(id).digest('hex')}`
}
