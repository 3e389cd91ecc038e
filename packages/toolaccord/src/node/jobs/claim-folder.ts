import { readFile, stat, utimes, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isRecord } from '../../json/json.ts'
import { failedWith } from '../archive/failed-with.ts'
import { namesInFolder } from '../archive/folders.ts'

/** A folder that this process has to itself for as long as it lives. */
export interface FolderClaim {
  /** Says that the process lives; false if another has taken the folder meanwhile. */
  renew(): Promise<boolean>
  release(): Promise<void>
}

/** A holder that did not renew its claim for so long has died, or sleeps. */
const staleMs = 15_000

/**
 * Claims a folder; undefined if a living process has it. Claims are files with ascending numbers.
 * Of all who try to follow a dead one, the file system lets one make the next number.
 */
export async function claimFolder(folder: string, token: string): Promise<FolderClaim | undefined> {
  const last = await lastClaim(folder)
  if (last > 0 && !(await isStale(claimPath(folder, last)))) return undefined
  const number = last + 1
  const path = claimPath(folder, number)
  const content = JSON.stringify({ host: hostname(), pid: process.pid, token })
  try {
    await writeFile(path, content, { flag: 'wx', mode: 0o600 })
  } catch (thrown) {
    if (failedWith(thrown, 'EEXIST', 'ENOENT')) return undefined
    throw thrown
  }
  return {
    async renew() {
      if (await existsFile(claimPath(folder, number + 1))) return false
      const now = new Date()
      await utimes(path, now, now)
      return true
    },
    // The oldest time there is says that nobody holds it.
    release: () => utimes(path, 0, 0),
  }
}

/**
 * True if a process has a folder to itself, as far as can be told at once: one on another machine
 * that died counts as alive, because only waiting would tell.
 */
export async function isFolderHeld(folder: string): Promise<boolean> {
  const last = await lastClaim(folder)
  if (last === 0) return false
  return !(await isGivenUp(claimPath(folder, last)))
}

const claimPath = (folder: string, number: number) => join(folder, `claim-${number}`)

async function lastClaim(folder: string): Promise<number> {
  const names = await namesInFolder(folder)
  const numbers = names.map((name) => Number(/^claim-(\d+)$/.exec(name)?.[1] ?? 0))
  return Math.max(0, ...numbers)
}

/** True if a claim is nobody's. Time is measured here, so that no clock has to be right. */
async function isStale(path: string): Promise<boolean> {
  const { mtimeMs: before } = await stat(path)
  if (await isGivenUp(path)) return true
  for (let waited = 0; waited < staleMs; waited += 500) {
    await sleep(500)
    const { mtimeMs: after } = await stat(path)
    if (after !== before) return after === 0
  }
  return true
}

/** True if a claim was released, or its process is known to be gone. */
async function isGivenUp(path: string): Promise<boolean> {
  const { mtimeMs } = await stat(path)
  return mtimeMs === 0 || !(await mayLive(path))
}

/** False if the process is known to be gone; one on another machine cannot be asked. */
async function mayLive(path: string): Promise<boolean> {
  const holder: unknown = JSON.parse((await readFile(path, 'utf8')) || '{}')
  if (!isRecord(holder) || holder.host !== hostname()) return true
  try {
    process.kill(Number(holder.pid), 0)
    return true
  } catch (thrown) {
    return !failedWith(thrown, 'ESRCH')
  }
}

/** True if there is a file. */
export async function existsFile(path: string): Promise<boolean> {
  try {
    await stat(path)
    return true
  } catch (thrown) {
    if (failedWith(thrown, 'ENOENT', 'ENOTDIR')) return false
    throw thrown
  }
}
