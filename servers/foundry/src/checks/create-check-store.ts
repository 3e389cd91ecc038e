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

  async function names(specId: string, verifyId: string): Promise<readonly string[]> {
    try {
      const all = await readdir(folderOf(specId, verifyId))
      return all.filter((name) => name.endsWith('.json') && !name.startsWith('.')).toSorted()
    } catch (thrown) {
      if (hasCode(thrown, 'ENOENT')) return []
      throw thrown
    }
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
      const known = await names(run.spec_id, run.verify_id)
      const surplus = known.slice(0, Math.max(0, known.length - keptRuns))
      await Promise.all(surplus.map((one) => rm(join(runs, one), { force: true })))
    },
    async list(specId, verifyId) {
      const known = await names(specId, verifyId)
      return Promise.all(known.map((name) => read(join(folderOf(specId, verifyId), name))))
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

/** Ids of other programs may be any string, and must not choose where a file is. */
function toName(id: string): string {
  if (/^[A-Za-z0-9][\w-]{0,127}$/.test(id)) return id
  return `-${createHash('sha256').update(id).digest('hex')}`
}
