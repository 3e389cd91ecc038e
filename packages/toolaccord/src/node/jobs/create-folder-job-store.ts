import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isListed } from '../../jobs/engine/is-listed.ts'
import type { JobFilter, JobStore } from '../../jobs/job-store.ts'
import type { Job } from '../../jobs/job.ts'
import { failedWith } from '../archive/failed-with.ts'
import { makeFolder, namesInFolder, syncFolders } from '../archive/folders.ts'
import { claimFolder, existsFile, isFolderHeld } from './claim-folder.ts'
import { writeWhole } from './write-whole.ts'

/** The file in the folder of a job that asks whoever runs it to stop. */
const stopFile = 'stop'
const jobFile = 'job.json'
/** Where the folders of jobs are made; no id is such a name. */
const draftFolder = '.drafts'

/** Creates a store of one folder for each job, which the processes of one user may share. */
export function createFolderJobStore(folder: string, now: () => number = Date.now): JobStore {
  const isExpired = ({ expiresAt = Infinity }: Job) => expiresAt <= now()
  const folderOf = (id: string) => join(folder, toFileName(id))
  const fileOf = (id: string) => join(folderOf(id), jobFile)

  async function read(path: string): Promise<Job | undefined> {
    try {
      // The cast names what `writeJob` has written.
      return JSON.parse(await readFile(path, 'utf8')) as Job
    } catch (thrown) {
      if (failedWith(thrown, 'ENOENT')) return undefined
      throw thrown
    }
  }

  const writeJob = (job: Job) => writeWhole(fileOf(job.order.id), JSON.stringify(job))

  /**
   * Makes the folder of a new job; false if there is one. It comes with all that is in it, or
   * another process would find it empty.
   */
  async function moveIn(job: Job): Promise<boolean> {
    const { id } = job.order
    const draft = join(folder, draftFolder, randomUUID())
    await mkdir(draft, { recursive: true, mode: 0o700 })
    await writeWhole(join(draft, jobFile), JSON.stringify(job))
    await syncFolders([draft])
    try {
      await rename(draft, folderOf(id))
      return true
    } catch (thrown) {
      await rm(draft, { recursive: true, force: true })
      if (await existsFile(fileOf(id))) return false
      throw thrown
    }
  }

  async function readExpired(id: string): Promise<Job | undefined> {
    const job = await read(fileOf(id))
    return job !== undefined && isExpired(job) ? job : undefined
  }

  /** Makes room for a job with the id of one that has expired; false if that is not so. */
  async function removeExpired(id: string): Promise<boolean> {
    if ((await readExpired(id)) === undefined) return false
    const claim = await claimFolder(folderOf(id), randomUUID())
    if (claim === undefined) return false
    // Another process may have made room meanwhile.
    if ((await readExpired(id)) === undefined) {
      await claim.release()
      return false
    }
    await rm(folderOf(id), { recursive: true, force: true })
    return true
  }

  async function readAll(): Promise<readonly Job[]> {
    const jobs: Job[] = []
    // One after the other: there may be more folders than files that a process may open.
    for (const name of await namesInFolder(folder)) {
      const job = await read(join(folder, name, jobFile))
      if (job !== undefined) jobs.push(job)
    }
    return jobs
  }

  async function select(filter: JobFilter): Promise<readonly Job[]> {
    return (await readAll()).filter((job) => !isExpired(job) && isListed(job, filter))
  }

  return {
    isDurable: true,
    async add(job) {
      await makeFolder(folder)
      if (!(await moveIn(job))) {
        if (!(await removeExpired(job.order.id)) || !(await moveIn(job))) return false
      }
      await syncFolders([folder])
      return true
    },
    async find(id) {
      const job = await read(fileOf(id))
      return job === undefined || isExpired(job) ? undefined : job
    },
    async list(filter) {
      const found = await select(filter)
      return found.toSorted((a, b) => b.createdAt - a.createdAt).slice(0, filter.limit)
    },
    async count(filter) {
      return Math.min((await select(filter)).length, filter.limit)
    },
    async claim(id) {
      const claim = await claimFolder(folderOf(id), randomUUID())
      if (claim === undefined) return undefined
      return {
        async renew() {
          if (!(await claim.renew())) return 'lost'
          return (await existsFile(join(folderOf(id), stopFile))) ? 'stop' : 'held'
        },
        async save(job) {
          if (!(await claim.renew())) return false
          await writeJob(job)
          return true
        },
        release: claim.release,
      }
    },
    isHeld: (id) => isFolderHeld(folderOf(id)),
    async askToStop(id) {
      if (await existsFile(fileOf(id))) await writeFile(join(folderOf(id), stopFile), '')
    },
    async sweep() {
      for (const job of await readAll()) {
        if (isExpired(job)) await rm(folderOf(job.order.id), { recursive: true, force: true })
      }
    },
  }
}

/** Ids come from callers, who must not choose where a file is. */
function toFileName(id: string): string {
  if (/^[A-Za-z0-9_-]{1,128}$/.test(id)) return id
  return '-'
}
