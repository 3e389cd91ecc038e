import { join } from 'node:path'
import type { Locks } from '../../disk/create-locks.ts'
import { DarkroomError } from '../../errors/darkroom-error.ts'
import { listNames } from '../../names/list-names.ts'
import { checkRefName } from '../../names/ref-name.ts'
import { type Journal, type Recorder, createJournal } from './create-journal.ts'
import { type Objects, createObjects, hashText } from './create-objects.ts'
import { type RefName, type Refs, branchRef, createRefs, tagRef } from './create-refs.ts'
import { type Resolved, type Resolver, createResolver } from './create-resolver.ts'
import type { LogEntry } from './log-entry.ts'

/** The snapshot that HEAD is on, and its text. */
export interface HeadState {
  readonly hash: string
  readonly text: string
}

/** More about an edit. */
export interface EditOptions {
  /** Written to the log, to say what was done. */
  readonly metadata?: LogEntry['metadata'] | undefined
  readonly signal?: AbortSignal | undefined
}

/** Returns the text of the next snapshot; with null, nothing is written. */
export type Change = (text: string) => string | null

/** The versions of one edit. */
export interface Repository {
  /** Returns undefined if the workspace has no snapshot. */
  head(): Promise<HeadState | undefined>
  /** Returns the branch that HEAD is on; undefined if HEAD is detached. */
  branchOfHead(): Promise<string | undefined>
  read(hash: string): Promise<string>
  resolve(refOrHash: string, path?: string | undefined): Promise<Resolved>
  /** Changes the text of HEAD and keeps the result as a snapshot; no other edit is lost. */
  edit(label: string | null, change: Change, options?: EditOptions): Promise<HeadState>
  checkout(refOrHash: string): Promise<HeadState>
  branch(name: string, from: string): Promise<RefName>
  tag(name: string, hash: string | undefined): Promise<RefName>
  /**
   * Puts the branch back on a snapshot. The default is the tag `baseline`, and main if HEAD is
   * detached.
   */
  reset(to?: string | undefined): Promise<HeadState>
  /** Returns the newest entries, the newest first. */
  log(most: number): Promise<readonly LogEntry[]>
  /** Writes the first snapshot, tagged `baseline`. */
  begin(text: string): Promise<string>
}

/** The parts that repositories share. */
export interface RepositoryOptions {
  readonly locks: Locks
  readonly now: () => Date
}

interface Parts {
  readonly refs: Refs
  readonly objects: Objects
  readonly journal: Journal
  readonly resolve: Resolver
}

/** Opens the versions in a folder. */
export function createRepository(folder: string, { locks, now }: RepositoryOptions): Repository {
  const drafts = join(folder, 'tmp')
  const objects = createObjects(join(folder, 'objects'), drafts)
  const refs = createRefs(folder, drafts)
  const journal = createJournal({ folder, drafts, objects, refs, locks, now })
  const resolve = createResolver(refs, objects, journal.newest)
  const parts: Parts = { refs, objects, journal, resolve }
  return {
    async head() {
      const hash = await headHash(refs)
      return hash === undefined ? undefined : stateOf(objects, hash)
    },
    async branchOfHead() {
      const head = await refs.readHead()
      return 'branch' in head ? head.branch : undefined
    },
    read: (hash) => objects.get(hash),
    resolve,
    edit: (label, change, { metadata = {}, signal } = {}) =>
      journal.alone((record) => edit(parts, record, { label, metadata }, change), signal),
    checkout: (refOrHash) => journal.alone((record) => checkout(parts, record, refOrHash)),
    branch: (name, from) => journal.alone((record) => branch(parts, record, name, from)),
    tag: (name, hash) => journal.alone((record) => tag(parts, record, name, hash)),
    reset: (to) => journal.alone((record) => reset(parts, record, to)),
    log: (most) => journal.newest(most),
    begin: (text) => journal.alone((record) => begin(record, text)),
  }
}

async function headHash(refs: Refs): Promise<string | undefined> {
  const head = await refs.readHead()
  if ('detachedAt' in head) return head.detachedAt
  return refs.read(branchRef(head.branch))
}

const stateOf = async (objects: Objects, hash: string): Promise<HeadState> => ({
  hash,
  text: await objects.get(hash),
})

async function edit(
  { refs, objects }: Parts,
  record: Recorder,
  about: Pick<LogEntry, 'label' | 'metadata'>,
  change: Change,
): Promise<HeadState> {
  const ref = branchRef(await currentBranch(refs))
  const before = await stateOf(objects, (await refs.read(ref)) ?? noSnapshot())
  const text = change(before.text)
  if (text === null) return before
  const hash = hashText(text)
  await record({ op: 'snapshot', hash, ref, parent: before.hash, ...about }, text)
  return { hash, text }
}

async function checkout(
  { refs, objects, resolve }: Parts,
  record: Recorder,
  asked: string,
): Promise<HeadState> {
  const { hash, branch } = await resolve(asked, 'ref_or_hash')
  const state = await stateOf(objects, hash)
  const ref = branch === undefined ? null : branchRef(branch)
  const parent = await parentOf(refs)
  await record({ op: 'checkout', hash, ref, parent, label: null, metadata: { asked } })
  return state
}

async function branch(
  { refs, resolve }: Parts,
  record: Recorder,
  name: string,
  from: string,
): Promise<RefName> {
  const ref = branchRef(checkRefName(name))
  await checkIsNew(refs, ref, 'branch')
  const { hash } = await resolve(from, 'from_')
  const parent = (await headHash(refs)) ?? null
  await record({ op: 'branch', hash, ref, parent, label: null, metadata: { from } })
  return ref
}

async function tag(
  { refs, resolve }: Parts,
  record: Recorder,
  name: string,
  given: string | undefined,
): Promise<RefName> {
  const ref = tagRef(checkRefName(name))
  await checkIsNew(refs, ref, 'tag')
  const { hash } = await resolve(given ?? 'HEAD', 'hash')
  const parent = (await headHash(refs)) ?? null
  const metadata = given === undefined ? {} : { asked: given }
  await record({ op: 'tag', hash, ref, parent, label: null, metadata })
  return ref
}

async function reset(parts: Parts, record: Recorder, to: string | undefined): Promise<HeadState> {
  const { refs, objects, resolve } = parts
  if (to === undefined) return resetToBaseline(parts, record)
  const { hash } = await resolve(to, 'ref_or_hash')
  const state = await stateOf(objects, hash)
  const ref = branchRef(await currentBranch(refs))
  const parent = await parentOf(refs)
  await record({ op: 'reset', hash, ref, parent, label: null, metadata: { asked: to } })
  return state
}

async function resetToBaseline({ refs, objects }: Parts, record: Recorder): Promise<HeadState> {
  const hash = (await refs.read(tagRef('baseline'))) ?? noSnapshot()
  const state = await stateOf(objects, hash)
  const ref = branchRef(await currentBranch(refs).catch(() => 'main'))
  const parent = await parentOf(refs)
  await record({ op: 'reset', hash, ref, parent, label: null, metadata: {} })
  return state
}

async function begin(record: Recorder, text: string): Promise<string> {
  const hash = hashText(text)
  const first = { op: 'snapshot', hash, parent: null, label: 'baseline', metadata: {} } as const
  await record({ ...first, ref: branchRef('main') }, text)
  const ref = tagRef('baseline')
  await record({ op: 'tag', hash, ref, parent: hash, label: null, metadata: {} })
  return hash
}

/** The snapshot of HEAD, or null if HEAD is damaged or has none. */
const parentOf = async (refs: Refs): Promise<string | null> =>
  (await headHash(refs).catch(() => undefined)) ?? null

/** The branch that HEAD is on, which a snapshot moves; throws if HEAD is detached. */
async function currentBranch(refs: Refs): Promise<string> {
  const head = await refs.readHead()
  if ('branch' in head) return head.branch
  const branches = listNames(await refs.names('heads'))
  const here = `from-${head.detachedAt.slice(0, 8)}`
  throw new DarkroomError(
    'versioning_error',
    `HEAD is detached at ${head.detachedAt.slice(0, 12)}, ` +
      'so a new snapshot would belong to no branch.',
    {
      hint: `Make a branch here and go to it, or go to one that exists: ${branches}.`,
      next: [
        { tool: 'branch', args: { name: here }, why: 'to make one here' },
        { tool: 'checkout', args: { ref_or_hash: here }, why: 'to go to it' },
      ],
      details: { head_hash: head.detachedAt },
    },
  )
}

async function checkIsNew(refs: Refs, ref: RefName, what: string): Promise<void> {
  const existing = await refs.read(ref)
  if (existing === undefined) return
  throw new DarkroomError(
    'versioning_error',
    `There is already a ${what} '${ref.split('/').at(-1)}', at ${existing.slice(0, 12)}.`,
    {
      path: 'name',
      hint: 'Go there, or choose another name.',
      next: [{ tool: 'checkout', args: { ref_or_hash: ref }, why: 'to go there' }],
      details: { ref, hash: existing },
    },
  )
}

function noSnapshot(): never {
  throw new DarkroomError('state_error', 'The workspace has no snapshot to start from.', {
    hint: 'Ingest the photo again under another image id.',
  })
}
