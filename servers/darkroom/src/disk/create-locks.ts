import { lstat, readlink, rename, symlink, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { DarkroomError } from '../errors/darkroom-error.ts'
import { makeFolder, namesIn } from './folders.ts'
import { type ProcessIdentity, identifyProcess, isOver } from './identify-process.ts'
import { failedWith, ifThere } from './if-there.ts'

/** Lets one at a time work in a folder, over all processes. */
export interface Locks {
  /** Runs the work alone; a folder must not be held twice by the same piece of work. */
  hold<T>(folder: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T>
}

/** How patient locks are. */
export interface LockOptions {
  /** How long to wait for another process. */
  readonly patienceMs?: number
}

/**
 * A holder on another machine cannot be asked whether it runs; none works longer than a fraction of
 * this.
 */
const foreignMs = 60_000

/**
 * Holders take turns, numbered: `7.held` is a symbolic link whose target names the process, and
 * becomes `7.free` when its turn is over.
 */
interface Turn {
  readonly number: number
  readonly isFree: boolean
}

/**
 * Locks as numbered turns in a folder. The highest turn counts and is never removed, so nobody can
 * take a turn that was there before, however late they come.
 */
export function createLocks({ patienceMs = 10_000 }: LockOptions = {}): Locks {
  const me = JSON.stringify(identifyProcess())
  const tails = new Map<string, Promise<unknown>>()

  async function holdFile<T>(
    folder: string,
    work: () => Promise<T>,
    signal: AbortSignal | undefined,
  ): Promise<T> {
    const number = await takeTurn(folder, me, Date.now() + patienceMs, signal)
    try {
      return await work()
    } finally {
      // A rename needs no room on a full disk.
      await rename(join(folder, `${number}.held`), join(folder, `${number}.free`))
    }
  }

  return {
    hold(folder, work, signal) {
      const turn = (tails.get(folder) ?? Promise.resolve()).then(() =>
        holdFile(folder, work, signal),
      )
      const tail = turn
        .catch(() => {})
        .then(() => void (tails.get(folder) === tail && tails.delete(folder)))
      tails.set(folder, tail)
      return turn
    },
  }
}

async function takeTurn(
  folder: string,
  me: string,
  deadline: number,
  signal: AbortSignal | undefined,
): Promise<number> {
  for (let pause = 2; ; pause = Math.min(pause * 2, 50)) {
    signal?.throwIfAborted()
    const last = lastOf(await turnsIn(folder))
    if (
      last === undefined ||
      last.isFree ||
      (await isAbandoned(join(folder, `${last.number}.held`)))
    ) {
      const number = (last?.number ?? 0) + 1
      if (await claim(folder, number, me)) return number
    } else if (Date.now() > deadline) {
      throw new DarkroomError(
        'state_error',
        'Another process has been working on this image for too long.',
        {
          hint: 'Try again; if it goes on, end the other process.',
          details: {
            holder_pid:
              parseHolder((await ifThere(readlink(join(folder, `${last.number}.held`)))) ?? '')
                ?.pid ?? null,
          },
        },
      )
    }
    await wait(pause)
  }
}

/** Takes a turn that nobody has had; false where somebody came first. */
async function claim(folder: string, number: number, me: string): Promise<boolean> {
  const path = join(folder, `${number}.held`)
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
  if (isLate) await ifThere(unlink(path))
  else
    await Promise.all(
      turns
        .filter((turn) => turn.number < number)
        .map((turn) => ifThere(unlink(join(folder, nameOf(turn))))),
    )
  return !isLate
}

async function isAbandoned(path: string): Promise<boolean> {
  const [target, found] = await Promise.all([ifThere(readlink(path)), ifThere(lstat(path))])
  if (target === undefined || found === undefined) return false
  const holder = parseHolder(target)
  return holder === undefined || (isOver(holder) ?? Date.now() - found.mtimeMs > foreignMs)
}

/** Undefined for what no process of ours wrote. */
function parseHolder(target: string): ProcessIdentity | undefined {
  try {
    // The cast names what this file writes.
    return JSON.parse(target) as ProcessIdentity
  } catch {
    return undefined
  }
}

const turnsIn = async (folder: string): Promise<readonly Turn[]> =>
  (await namesIn(folder)).flatMap((name) => {
    const [, number, state] = /^(\d+)\.(held|free)$/.exec(name) ?? []
    return number === undefined ? [] : [{ number: Number(number), isFree: state === 'free' }]
  })

/** A turn that is both held and free is over: its holder came late and is about to see that. */
function lastOf(turns: readonly Turn[]): Turn | undefined {
  const number = Math.max(...turns.map((turn) => turn.number))
  return (
    turns.find((turn) => turn.number === number && turn.isFree) ??
    turns.find((turn) => turn.number === number)
  )
}

const nameOf = ({ number, isFree }: Turn) => `${number}.${isFree ? 'free' : 'held'}`
