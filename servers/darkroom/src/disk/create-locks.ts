import { lstat, readlink, rename, symlink, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { DarkroomError } from '../errors/darkroom-error.ts'
import { makeFolder, namesIn } from './folders.ts'
import { type ProcessIdentity, identifyProcess, isOver } from './identify-process.ts'
import { failedWith, ifThere } from './if-there.ts'

/** Locks on folders, valid for all processes. */
export interface Locks {
  /** Runs work while it holds the lock; the work must not lock the same folder again. */
  hold<T>(folder: string, work: () => Promise<T>, signal?: AbortSignal | undefined): Promise<T>
}

/** The settings of locks. */
export interface LockOptions {
  /** The longest wait for another process. */
  readonly patienceMs?: number | undefined
}

/** After this time a holder on another machine, which cannot be asked, is taken for dead. */
const foreignMs = 60_000

/**
 * Holders take numbered turns. `7.held` is a symbolic link whose target names the process; it
 * becomes `7.free` when the turn ends.
 */
interface Turn {
  readonly number: number
  readonly isFree: boolean
}

/** Who wants a lock, and until when they wait. */
interface Candidate {
  readonly me: string
  readonly deadline: number
  readonly signal: AbortSignal | undefined
}

/**
 * Creates locks as numbered turns in a folder. The highest turn counts and is never removed, so
 * nobody can take an earlier turn again, however late they come.
 */
export function createLocks({ patienceMs = 10_000 }: LockOptions = {}): Locks {
  const me = JSON.stringify(identifyProcess())
  const tails = new Map<string, Promise<unknown>>()

  async function holdFile<T>(
    folder: string,
    work: () => Promise<T>,
    signal: AbortSignal | undefined,
  ): Promise<T> {
    const number = await takeTurn(folder, { me, deadline: Date.now() + patienceMs, signal })
    try {
      return await work()
    } finally {
      // A rename needs no room on a full disk.
      await rename(join(folder, `${number}.held`), join(folder, `${number}.free`))
    }
  }

  return {
    hold(folder, work, signal) {
      const before = tails.get(folder) ?? Promise.resolve()
      const turn = before.then(() => holdFile(folder, work, signal))
      const forget = () => {
        if (tails.get(folder) === tail) tails.delete(folder)
      }
      const tail = turn.then(forget, forget)
      tails.set(folder, tail)
      return turn
    },
  }
}

async function takeTurn(folder: string, { me, deadline, signal }: Candidate): Promise<number> {
  for (let pause = 2; ; pause = Math.min(pause * 2, 50)) {
    signal?.throwIfAborted()
    const last = lastOf(await turnsIn(folder))
    if (last === undefined || last.isFree || (await isAbandoned(pathOf(folder, last)))) {
      const number = (last?.number ?? 0) + 1
      if (await claim(folder, number, me)) return number
    } else if (Date.now() > deadline) {
      throw await heldTooLong(pathOf(folder, last))
    }
    await wait(pause)
  }
}

async function heldTooLong(path: string): Promise<DarkroomError> {
  const holder = parseHolder((await ifThere(readlink(path))) ?? '')
  return new DarkroomError(
    'state_error',
    'Another process has been working on this image for too long.',
    {
      hint: 'Try again; if it goes on, end the other process.',
      details: { holder_pid: holder?.pid ?? null },
    },
  )
}

/** Takes a turn that nobody has had; returns false if another process was first. */
async function claim(folder: string, number: number, me: string): Promise<boolean> {
  const path = pathOf(folder, { number, isFree: false })
  try {
    await symlink(me, path)
  } catch (thrown) {
    if (failedWith(thrown, 'ENOENT')) await makeFolder(folder)
    else if (!failedWith(thrown, 'EEXIST')) throw thrown
    return false
  }
  const turns = await turnsIn(folder)
  const isLate = turns.some(
    (turn) => turn.number > number || (turn.number === number && turn.isFree),
  )
  if (isLate) {
    await ifThere(unlink(path))
    return false
  }
  const earlier = turns.filter((turn) => turn.number < number)
  await Promise.all(earlier.map((turn) => ifThere(unlink(pathOf(folder, turn)))))
  return true
}

async function isAbandoned(path: string): Promise<boolean> {
  const [target, found] = await Promise.all([ifThere(readlink(path)), ifThere(lstat(path))])
  if (target === undefined || found === undefined) return false
  const holder = parseHolder(target)
  if (holder === undefined) return true
  return isOver(holder) ?? Date.now() - found.mtimeMs > foreignMs
}

/** Returns undefined for a target that no process of ours wrote. */
function parseHolder(target: string): ProcessIdentity | undefined {
  try {
    // The cast names what this file writes.
    return JSON.parse(target) as ProcessIdentity
  } catch {
    return undefined
  }
}

async function turnsIn(folder: string): Promise<readonly Turn[]> {
  const turns: Turn[] = []
  for (const name of await namesIn(folder)) {
    const groups = /^(?<number>\d+)\.(?<state>held|free)$/.exec(name)?.groups
    if (groups !== undefined)
      turns.push({ number: Number(groups.number), isFree: groups.state === 'free' })
  }
  return turns
}

/** A turn that is both held and free is over: its holder was late and is about to notice. */
function lastOf(turns: readonly Turn[]): Turn | undefined {
  const number = Math.max(...turns.map((turn) => turn.number))
  const last = turns.filter((turn) => turn.number === number)
  return last.find((turn) => turn.isFree) ?? last[0]
}

const pathOf = (folder: string, { number, isFree }: Turn): string =>
  join(folder, `${number}.${isFree ? 'free' : 'held'}`)
