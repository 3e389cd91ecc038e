import { randomUUID } from 'node:crypto'
import { link, mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { FoundryError } from '../errors/foundry-error.ts'
import { hasCode } from './has-code.ts'
import { processStart } from './process-start.ts'

/** How long a caller waits for another, who holds a lock for the time of one write. */
const patienceMs = 10_000

/**
 * Runs work while no other process has the lock of this folder.
 *
 * A lock is a file with an ascending number: of all who try, the file system lets one make the next
 * number. The highest number holds. It is free if it is empty, or if its process has died, so a
 * killed process leaves nothing that anyone has to remove.
 */
export async function withLock<T>(folder: string, work: () => Promise<T>): Promise<T> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const deadline = Date.now() + patienceMs
  let number = await tryLock(folder)
  for (let waitMs = 2; number === undefined; waitMs = Math.min(waitMs * 2, 50)) {
    if (Date.now() > deadline) throw busy()
    await sleep(waitMs * (0.5 + Math.random()))
    number = await tryLock(folder)
  }
  try {
    return await work()
  } finally {
    await writeFile(join(folder, String(number)), '')
  }
}

async function tryLock(folder: string): Promise<number | undefined> {
  const last = await lastNumber(folder)
  if (last > 0 && !(await isFree(join(folder, String(last))))) return undefined
  const number = last + 1
  if (!(await makeNumber(folder, number))) return undefined
  // A slower process may make a number that was used and removed; the highest one holds.
  if ((await lastNumber(folder)) !== number) {
    await rm(join(folder, String(number)), { force: true })
    return undefined
  }
  await removeOthers(folder, number)
  return number
}

/** Makes the file together with its content, or another process would find it empty, and free. */
async function makeNumber(folder: string, number: number): Promise<boolean> {
  const draft = join(folder, `draft-${randomUUID()}`)
  await writeFile(draft, await identity(), { flag: 'wx', mode: 0o600 })
  try {
    await link(draft, join(folder, String(number)))
    return true
  } catch (thrown) {
    if (hasCode(thrown, 'EEXIST', 'ENOENT')) return false
    throw thrown
  } finally {
    await rm(draft, { force: true })
  }
}

/** Removes older numbers, and drafts of processes that died; one that lives makes a new draft. */
async function removeOthers(folder: string, number: number): Promise<void> {
  const names = await readdir(folder)
  const others = names.filter((name) => name !== String(number))
  await Promise.all(others.map((name) => rm(join(folder, name), { force: true })))
}

async function lastNumber(folder: string): Promise<number> {
  const names = await readdir(folder)
  return Math.max(0, ...names.map((name) => (/^\d+$/.test(name) ? Number(name) : 0)))
}

/** Who holds a lock: a process id alone may be another process by now. */
async function identity(): Promise<string> {
  const start = await processStart(process.pid)
  return JSON.stringify({ host: hostname(), pid: process.pid, start })
}

interface Holder {
  readonly host: string
  readonly pid: number
  readonly start: string | null
}

async function isFree(path: string): Promise<boolean> {
  const holder = await readHolder(path)
  if (holder === undefined) return true
  // A process on another machine cannot be asked, and shares no folder of git with this one.
  if (holder.host !== hostname()) return false
  if (!isAlive(holder.pid)) return true
  return (await processStart(holder.pid)) !== holder.start
}

/** Undefined if the lock was given back. */
async function readHolder(path: string): Promise<Holder | undefined> {
  try {
    // The cast names what `identity` has written.
    return JSON.parse(await readFile(path, 'utf8')) as Holder
  } catch (thrown) {
    if (thrown instanceof SyntaxError || hasCode(thrown, 'ENOENT')) return undefined
    throw thrown
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (thrown) {
    return !hasCode(thrown, 'ESRCH')
  }
}

const busy = () =>
  new FoundryError('RESOURCE_BUSY', 'Another process has kept this spec locked for 10 s.', {
    hint: 'Try again. If it stays so, look for a foundry process that hangs.',
  })
