import { unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { type JsonLines, createJsonLines } from '../../disk/create-json-lines.ts'
import type { Locks } from '../../disk/create-locks.ts'
import { namesIn } from '../../disk/folders.ts'
import { ifThere } from '../../disk/if-there.ts'
import type { Objects } from './create-objects.ts'
import type { Refs } from './create-refs.ts'
import { LogEntry, type RefChanges, changesOf, refsWrittenBy, toLogEntry } from './log-entry.ts'

/** Writes an entry and does what it says; the text of a new snapshot comes with it. */
export type Recorder = (entry: Omit<LogEntry, 'timestamp'>, text?: string) => Promise<void>

/**
 * The log, which decides what happened: an operation is done once its line is written. The next
 * writer completes what a killed process left undone.
 */
export interface Journal {
  /** Runs work as the only writer of the repository. */
  alone<T>(work: (record: Recorder) => Promise<T>, signal?: AbortSignal | undefined): Promise<T>
  /** Returns the newest entries, the newest first. */
  newest(most: number): Promise<readonly LogEntry[]>
}

/** The parts of a repository that a journal writes to. */
export interface JournalParts {
  readonly folder: string
  /** The folder of files that are being written. */
  readonly drafts: string
  readonly objects: Objects
  readonly refs: Refs
  readonly locks: Locks
  readonly now: () => Date
}

/** Creates the journal of a repository. */
export function createJournal(parts: JournalParts): Journal {
  const { folder, locks, now } = parts
  const lines = createJsonLines(join(folder, 'log.jsonl'))

  return {
    newest: (most) => readEntries(lines, most),
    alone: (work, signal) =>
      locks.hold(
        join(folder, 'lock'),
        async () => {
          let last = await recover(parts, lines)
          return work(async (entry, text) => {
            const next = toLogEntry({ ...entry, timestamp: now().toISOString() })
            await settle(parts, last, next)
            await write(parts, lines, next, text)
            last = next
          })
        },
        signal,
      ),
  }
}

async function readEntries(lines: JsonLines, most: number): Promise<readonly LogEntry[]> {
  const entries: LogEntry[] = []
  for (const line of await lines.newest(most)) {
    const read = LogEntry.safeParse(line)
    if (read.success) entries.push(read.data)
  }
  return entries
}

/**
 * Cleans up after a killed process, and returns the last line that counts. There is no other
 * writer, so every draft is left over, and only the last line may be undone.
 */
async function recover(parts: JournalParts, lines: JsonLines): Promise<LogEntry | undefined> {
  const { drafts, objects, refs } = parts
  const [leftovers, [last, before]] = await Promise.all([namesIn(drafts), readEntries(lines, 2)])
  for (const name of leftovers) await ifThere(unlink(join(drafts, name)))
  if (last === undefined) return undefined
  const missing = await missingOf(last, refs)
  if (missing.ref === undefined && missing.head === undefined) return last
  if (await objects.has(last.hash)) {
    await perform(missing, refs)
    return last
  }
  await lines.dropNewest()
  return before
}

/** The part of an entry's effect that is not done yet. */
async function missingOf(entry: LogEntry, refs: Refs): Promise<RefChanges> {
  const { ref, head } = changesOf(entry)
  const isMoved =
    ref !== undefined && (await refs.read(ref.name).catch(() => undefined)) === ref.hash
  const isThere =
    head !== undefined &&
    JSON.stringify(await refs.readHead().catch(() => undefined)) === JSON.stringify(head)
  return { ref: isMoved ? undefined : ref, head: isThere ? undefined : head }
}

async function perform({ ref, head }: RefChanges, refs: Refs): Promise<void> {
  if (ref !== undefined) await refs.write(ref.name, ref.hash)
  if (head !== undefined) await refs.writeHead(head)
}

/**
 * Makes the refs of the last line durable before the next line is written, because only the last
 * line can restore refs that a stopped machine lost.
 */
async function settle(
  { refs }: JournalParts,
  last: LogEntry | undefined,
  next: LogEntry,
): Promise<void> {
  if (last === undefined) return
  const rewritten = refsWrittenBy(next)
  const names = refsWrittenBy(last).filter((name) => !rewritten.includes(name))
  await Promise.all(names.map((name) => refs.sync(name)))
}

/** Writes line and snapshot at the same time; a line without its snapshot does not count. */
async function write(
  { objects, refs }: JournalParts,
  lines: JsonLines,
  entry: LogEntry,
  text: string | undefined,
): Promise<void> {
  const [line, object] = await Promise.allSettled([
    lines.append(entry),
    text === undefined ? undefined : objects.put(entry.hash, text),
  ])
  if (line.status === 'rejected') throw line.reason
  try {
    if (object.status === 'rejected') throw object.reason
    await perform(changesOf(entry), refs)
  } catch (thrown) {
    // The caller gets a failure, so nobody may complete the operation later.
    await lines.dropNewest()
    throw thrown
  }
}
