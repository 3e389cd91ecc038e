import { unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { createJsonLines } from '../../disk/create-json-lines.ts'
import type { Locks } from '../../disk/create-locks.ts'
import { namesIn } from '../../disk/folders.ts'
import { ifThere } from '../../disk/if-there.ts'
import type { Objects } from './create-objects.ts'
import type { Refs } from './create-refs.ts'
import { type Effect, LogEntry, effectOf, namesOf, toLogEntry } from './log-entry.ts'

/** Writes an entry and does what it says; the text of a new snapshot comes with it. */
export type Recorder = (entry: Omit<LogEntry, 'timestamp'>, text?: string) => Promise<void>

/**
 * The log as what counts: an operation is done once its line is written, and whoever comes next
 * does what a killed process left undone.
 */
export interface Journal {
  /** Lets one at a time change the repository. */
  alone<T>(work: (record: Recorder) => Promise<T>, signal?: AbortSignal): Promise<T>
  /** The newest entries, the newest first. */
  newest(most: number): Promise<readonly LogEntry[]>
}

/** What a journal writes to. */
export interface JournalParts {
  readonly folder: string
  /** Where files stand while they are written. */
  readonly drafts: string
  readonly objects: Objects
  readonly refs: Refs
  readonly locks: Locks
  readonly now: () => Date
}

/** Makes the journal of a repository. */
export function createJournal({
  folder,
  drafts,
  objects,
  refs,
  locks,
  now,
}: JournalParts): Journal {
  const lines = createJsonLines(join(folder, 'log.jsonl'))

  const newest = async (most: number): Promise<readonly LogEntry[]> =>
    (await lines.newest(most)).flatMap((line) => {
      const read = LogEntry.safeParse(line)
      return read.success ? [read.data] : []
    })

  /** What an entry says and is not so yet. */
  async function leftOf(entry: LogEntry): Promise<Effect> {
    const { ref, head } = effectOf(entry)
    const isMoved =
      ref !== undefined && (await refs.read(ref.name).catch(() => undefined)) === ref.hash
    const isThere =
      head !== undefined &&
      JSON.stringify(await refs.readHead().catch(() => undefined)) === JSON.stringify(head)
    return { ...(!isMoved && { ref }), ...(!isThere && { head }) }
  }

  async function perform({ ref, head }: Effect): Promise<void> {
    if (ref !== undefined) await refs.write(ref.name, ref.hash)
    if (head !== undefined) await refs.writeHead(head)
  }

  /**
   * Nobody else writes now, so every draft is a leftover and the last line alone may be undone;
   * gives the last line that counts.
   */
  async function recover(): Promise<LogEntry | undefined> {
    const [leftovers, [last, before]] = await Promise.all([namesIn(drafts), newest(2)])
    for (const name of leftovers) await ifThere(unlink(join(drafts, name)))
    const left = last === undefined ? {} : await leftOf(last)
    if (last === undefined || (left.ref === undefined && left.head === undefined)) return last
    const isWhole = await objects.has(last.hash)
    if (isWhole) await perform(left)
    else await lines.dropNewest()
    return isWhole ? last : before
  }

  /**
   * The last line makes up for refs that a machine lost when it stopped, so those of the line
   * before must be durable by then.
   */
  async function settle(last: LogEntry | undefined, next: LogEntry): Promise<void> {
    const names =
      last === undefined ? [] : namesOf(last).filter((name) => !namesOf(next).includes(name))
    await Promise.all(names.map((name) => refs.sync(name)))
  }

  /**
   * The line and the snapshot are written at the same time: a line whose snapshot is not there does
   * not count.
   */
  async function write(entry: LogEntry, text: string | undefined): Promise<void> {
    const [line, object] = await Promise.allSettled([
      lines.append(entry),
      text === undefined ? undefined : objects.put(entry.hash, text),
    ])
    if (line.status === 'rejected') throw line.reason
    try {
      if (object.status === 'rejected') throw object.reason
      await perform(effectOf(entry))
    } catch (thrown) {
      // The caller hears that it failed, so nobody may complete it later.
      await lines.dropNewest()
      throw thrown
    }
  }

  return {
    newest,
    alone: (work, signal) =>
      locks.hold(
        join(folder, 'lock'),
        async () => {
          let last = await recover()
          return work(async (entry, text) => {
            const next = toLogEntry({ ...entry, timestamp: now().toISOString() })
            await settle(last, next)
            await write(next, text)
            last = next
          })
        },
        signal,
      ),
  }
}
