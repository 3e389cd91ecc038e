import { unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { DarkroomError } from '../darkroom-error.ts'
import type { Locks } from './create-locks.ts'
import { createObjects, hashText } from './create-objects.ts'
import { type RefName, branchRef, createRefs, tagRef } from './create-refs.ts'
import { ifThere, namesIn } from './disk.ts'
import { createJsonLines } from './json-lines.ts'
import { LogEntry, effectOf, namesOf, toLogEntry } from './log-entry.ts'
import { checkRefName } from './names.ts'
import { createResolver, type Resolved } from './resolve-ref.ts'

/** The snapshot that HEAD is on, and its text. */
export interface HeadState {
  readonly hash: string
  readonly text: string
}

/** What changes a text into the next one; null leaves it, and nothing is written. */
export type Change = (text: string) => string | null

/** The versions of one edit. */
export interface Repository {
  /** Undefined in a workspace without a snapshot. */
  head(): Promise<HeadState | undefined>
  read(hash: string): Promise<string>
  resolve(refOrHash: string, path?: string): Promise<Resolved>
  /** Changes the text that HEAD is on and keeps the result as a snapshot, so that nothing which others do meanwhile is lost. */
  edit(label: string | null, change: Change, signal?: AbortSignal): Promise<HeadState>
  checkout(refOrHash: string): Promise<HeadState>
  branch(name: string, from: string): Promise<RefName>
  tag(name: string, hash: string | undefined): Promise<RefName>
  /** Puts the branch, or main where HEAD is detached, back on the tag `baseline`. */
  reset(): Promise<HeadState>
  /** The newest entries, the newest first. */
  log(most: number): Promise<readonly LogEntry[]>
  /** The first snapshot, tagged `baseline`. */
  begin(text: string): Promise<string>
}

export interface RepositoryOptions {
  readonly locks: Locks
  readonly now: () => Date
}

/** Versions in a folder. An operation counts once its line is in the log: whoever comes next does what a line says and a killed process left undone. */
export function createRepository(folder: string, { locks, now }: RepositoryOptions): Repository {
  const drafts = join(folder, 'tmp')
  const objects = createObjects(join(folder, 'objects'), drafts)
  const refs = createRefs(folder, drafts)
  const lines = createJsonLines(join(folder, 'log.jsonl'))
  const resolve = createResolver(refs, objects)

  const alone = <T>(work: (last: LogEntry | undefined) => Promise<T>, signal?: AbortSignal): Promise<T> =>
    locks.hold(join(folder, 'lock'), async () => work(await recover()), signal)

  /** Nobody else writes now, so every draft is a leftover and the last line alone may be undone; gives the last line that counts. */
  async function recover(): Promise<LogEntry | undefined> {
    for (const name of await namesIn(drafts)) await ifThere(unlink(join(drafts, name)))
    const [last, before] = await newest(2)
    if (last === undefined) return undefined
    const counts = await objects.has(last.hash)
    if (counts) await perform(last)
    else await lines.dropNewest()
    return counts ? last : before
  }

  /** The last line makes up for refs that a machine lost when it stopped, so those of the line before must be durable by then. */
  async function settle(last: LogEntry | undefined, next: LogEntry): Promise<void> {
    const names = last === undefined ? [] : namesOf(last).filter((name) => !namesOf(next).includes(name))
    await Promise.all(names.map((name) => refs.sync(name)))
  }

  async function perform(entry: LogEntry): Promise<void> {
    const { ref, head } = effectOf(entry)
    if (ref !== undefined && (await refs.read(ref.name).catch(() => undefined)) !== ref.hash) await refs.write(ref.name, ref.hash)
    const current = head && (await refs.readHead().catch(() => undefined))
    if (head !== undefined && JSON.stringify(current) !== JSON.stringify(head)) await refs.writeHead(head)
  }

  /** A text comes with a snapshot and is written at the same time: a line whose snapshot is not there does not count. */
  async function record(last: LogEntry | undefined, entry: Omit<LogEntry, 'timestamp'>, text?: string): Promise<LogEntry> {
    const whole = toLogEntry({ ...entry, timestamp: now().toISOString() })
    await settle(last, whole)
    const [line, object] = await Promise.allSettled([lines.append(whole), text === undefined ? undefined : objects.put(entry.hash, text)])
    if (object.status === 'rejected') {
      if (line.status === 'fulfilled') await lines.dropNewest()
      throw object.reason
    }
    if (line.status === 'rejected') throw line.reason
    try {
      await perform(whole)
    } catch (thrown) {
      // The caller hears that it failed, so nobody may complete it later.
      await lines.dropNewest()
      throw thrown
    }
    return whole
  }

  const newest = async (most: number): Promise<readonly LogEntry[]> =>
    (await lines.newest(most)).flatMap((line) => {
      const read = LogEntry.safeParse(line)
      return read.success ? [read.data] : []
    })

  async function headHash(): Promise<string | undefined> {
    const head = await refs.readHead()
    return 'detachedAt' in head ? head.detachedAt : refs.read(branchRef(head.branch))
  }

  async function stateOf(hash: string): Promise<HeadState> {
    return { hash, text: await objects.get(hash) }
  }

  async function head(): Promise<HeadState | undefined> {
    const hash = await headHash()
    return hash === undefined ? undefined : stateOf(hash)
  }

  /** The branch that HEAD is on, which a snapshot moves. */
  async function currentBranch(): Promise<string> {
    const head = await refs.readHead()
    if ('branch' in head) return head.branch
    throw new DarkroomError('versioning_error', `HEAD is detached at ${head.detachedAt.slice(0, 12)}, so a new snapshot would belong to no branch.`, {
      hint: 'Make a branch here and check it out, or check out a branch.',
      details: { head_hash: head.detachedAt },
    })
  }

  async function refuseExisting(ref: RefName, what: string): Promise<void> {
    const existing = await refs.read(ref)
    if (existing === undefined) return
    throw new DarkroomError('versioning_error', `There is a ${what} of that name already.`, { path: 'name', hint: 'Choose another name.', details: { ref, hash: existing } })
  }

  return {
    head,
    read: (hash) => objects.get(hash),
    resolve,
    edit: (label, change, signal) =>
      alone(async (last) => {
        const ref = branchRef(await currentBranch())
        const before = await stateOf((await refs.read(ref)) ?? noSnapshot())
        const text = change(before.text)
        if (text === null) return before
        const hash = hashText(text)
        await record(last, { op: 'snapshot', hash, ref, parent: before.hash, label, metadata: {} }, text)
        return { hash, text }
      }, signal),
    checkout: (refOrHash) =>
      alone(async (last) => {
        const { hash, branch } = await resolve(refOrHash, 'ref_or_hash')
        const state = await stateOf(hash)
        const parent = (await headHash().catch(() => undefined)) ?? null
        await record(last, { op: 'checkout', hash, ref: branch === undefined ? null : branchRef(branch), parent, label: null, metadata: { asked: refOrHash } })
        return state
      }),
    branch: (name, from) =>
      alone(async (last) => {
        const ref = branchRef(checkRefName(name))
        await refuseExisting(ref, 'branch')
        const { hash } = await resolve(from, 'from_')
        await record(last, { op: 'branch', hash, ref, parent: (await headHash()) ?? null, label: null, metadata: { from } })
        return ref
      }),
    tag: (name, given) =>
      alone(async (last) => {
        const ref = tagRef(checkRefName(name))
        await refuseExisting(ref, 'tag')
        const { hash } = await resolve(given ?? 'HEAD', 'hash')
        await record(last, { op: 'tag', hash, ref, parent: (await headHash()) ?? null, label: null, metadata: {} })
        return ref
      }),
    reset: () =>
      alone(async (last) => {
        const baseline = (await refs.read(tagRef('baseline'))) ?? noSnapshot()
        const state = await stateOf(baseline)
        const at = await refs.readHead().catch(() => ({ branch: 'main' }))
        const parent = (await headHash().catch(() => undefined)) ?? null
        await record(last, { op: 'reset', hash: baseline, ref: branchRef('branch' in at ? at.branch : 'main'), parent, label: null, metadata: {} })
        return state
      }),
    log: newest,
    begin: (text) =>
      alone(async (last) => {
        const hash = hashText(text)
        const first = await record(last, { op: 'snapshot', hash, ref: branchRef('main'), parent: null, label: 'baseline', metadata: {} }, text)
        await record(first, { op: 'tag', hash, ref: tagRef('baseline'), parent: hash, label: null, metadata: {} })
        return hash
      }),
  }
}

function noSnapshot(): never {
  throw new DarkroomError('state_error', 'The workspace has no snapshot to start from.', { hint: 'Ingest the photo again under another image id.' })
}
