import { join } from 'node:path'
import type { Locks } from '../../disk/create-locks.ts'
import { DarkroomError } from '../../errors/darkroom-error.ts'
import { listNames } from '../../names/list-names.ts'
import { checkRefName } from '../../names/ref-name.ts'
import { createJournal } from './create-journal.ts'
import { createObjects, hashText } from './create-objects.ts'
import { type RefName, branchRef, createRefs, tagRef } from './create-refs.ts'
import { type Resolved, createResolver } from './create-resolver.ts'
import type { LogEntry } from './log-entry.ts'

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
  /** The branch that HEAD is on; undefined where it is detached. */
  branchOfHead(): Promise<string | undefined>
  read(hash: string): Promise<string>
  resolve(refOrHash: string, path?: string): Promise<Resolved>
  /**
   * Changes the text that HEAD is on and keeps the result as a snapshot, so that nothing which
   * others do meanwhile is lost.
   */
  edit(label: string | null, change: Change, signal?: AbortSignal): Promise<HeadState>
  checkout(refOrHash: string): Promise<HeadState>
  branch(name: string, from: string): Promise<RefName>
  tag(name: string, hash: string | undefined): Promise<RefName>
  /**
   * Puts the branch back on a snapshot; without one on the tag `baseline`, and main where HEAD is
   * detached.
   */
  reset(to?: string): Promise<HeadState>
  /** The newest entries, the newest first. */
  log(most: number): Promise<readonly LogEntry[]>
  /** The first snapshot, tagged `baseline`. */
  begin(text: string): Promise<string>
}

/** What a repository shares with others. */
export interface RepositoryOptions {
  readonly locks: Locks
  readonly now: () => Date
}

/** Versions in a folder. */
export function createRepository(folder: string, { locks, now }: RepositoryOptions): Repository {
  const drafts = join(folder, 'tmp')
  const objects = createObjects(join(folder, 'objects'), drafts)
  const refs = createRefs(folder, drafts)
  const { alone, newest } = createJournal({ folder, drafts, objects, refs, locks, now })
  const resolve = createResolver(refs, objects, newest)

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
    throw new DarkroomError(
      'versioning_error',
      `HEAD is detached at ${head.detachedAt.slice(0, 12)}, so a new snapshot would belong to no branch.`,
      {
        hint: `branch makes one here and checkout goes to it; or checkout a branch that there is: ${listNames(await refs.names('heads'))}.`,
        details: { head_hash: head.detachedAt },
      },
    )
  }

  async function refuseExisting(ref: RefName, what: string): Promise<void> {
    const existing = await refs.read(ref)
    if (existing === undefined) return
    throw new DarkroomError(
      'versioning_error',
      `There is a ${what} '${ref.split('/').at(-1)}' already, at ${existing.slice(0, 12)}.`,
      {
        path: 'name',
        hint: 'checkout goes there; or choose another name.',
        details: { ref, hash: existing },
      },
    )
  }

  return {
    head,
    async branchOfHead() {
      const at = await refs.readHead()
      return 'branch' in at ? at.branch : undefined
    },
    read: (hash) => objects.get(hash),
    resolve,
    edit: (label, change, signal) =>
      alone(async (record) => {
        const ref = branchRef(await currentBranch())
        const before = await stateOf((await refs.read(ref)) ?? noSnapshot())
        const text = change(before.text)
        if (text === null) return before
        const hash = hashText(text)
        await record({ op: 'snapshot', hash, ref, parent: before.hash, label, metadata: {} }, text)
        return { hash, text }
      }, signal),
    checkout: (refOrHash) =>
      alone(async (record) => {
        const { hash, branch } = await resolve(refOrHash, 'ref_or_hash')
        const state = await stateOf(hash)
        const parent = (await headHash().catch(() => undefined)) ?? null
        await record({
          op: 'checkout',
          hash,
          ref: branch === undefined ? null : branchRef(branch),
          parent,
          label: null,
          metadata: { asked: refOrHash },
        })
        return state
      }),
    branch: (name, from) =>
      alone(async (record) => {
        const ref = branchRef(checkRefName(name))
        await refuseExisting(ref, 'branch')
        const { hash } = await resolve(from, 'from_')
        await record({
          op: 'branch',
          hash,
          ref,
          parent: (await headHash()) ?? null,
          label: null,
          metadata: { from },
        })
        return ref
      }),
    tag: (name, given) =>
      alone(async (record) => {
        const ref = tagRef(checkRefName(name))
        await refuseExisting(ref, 'tag')
        const { hash } = await resolve(given ?? 'HEAD', 'hash')
        await record({
          op: 'tag',
          hash,
          ref,
          parent: (await headHash()) ?? null,
          label: null,
          metadata: {},
        })
        return ref
      }),
    reset: (to) =>
      alone(async (record) => {
        const hash =
          to === undefined
            ? ((await refs.read(tagRef('baseline'))) ?? noSnapshot())
            : (await resolve(to, 'ref_or_hash')).hash
        const state = await stateOf(hash)
        const ref = branchRef(
          to === undefined ? await currentBranch().catch(() => 'main') : await currentBranch(),
        )
        const parent = (await headHash().catch(() => undefined)) ?? null
        await record({
          op: 'reset',
          hash,
          ref,
          parent,
          label: null,
          metadata: to === undefined ? {} : { asked: to },
        })
        return state
      }),
    log: newest,
    begin: (text) =>
      alone(async (record) => {
        const hash = hashText(text)
        await record(
          {
            op: 'snapshot',
            hash,
            ref: branchRef('main'),
            parent: null,
            label: 'baseline',
            metadata: {},
          },
          text,
        )
        await record({
          op: 'tag',
          hash,
          ref: tagRef('baseline'),
          parent: hash,
          label: null,
          metadata: {},
        })
        return hash
      }),
  }
}

function noSnapshot(): never {
  throw new DarkroomError('state_error', 'The workspace has no snapshot to start from.', {
    hint: 'Ingest the photo again under another image id.',
  })
}
