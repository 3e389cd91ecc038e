import { nearest } from 'toolaccord'
import { DarkroomError } from '../../errors/darkroom-error.ts'
import { listNames } from '../../names/list-names.ts'
import { quote } from '../../names/quote.ts'
import { isHash, isRefName, isShortHash, redo } from '../../names/ref-name.ts'
import type { Journal } from './create-journal.ts'
import type { Objects } from './create-objects.ts'
import { type Refs, branchRef, tagRef } from './create-refs.ts'
import { replayLog, splitName } from './replay-log.ts'

/** A snapshot, and the branch that it was named by. */
export interface Resolved {
  readonly hash: string
  readonly branch?: string | undefined
}

/** Finds the snapshot that a string names; the path is that of the argument, for errors. */
export type Resolver = (text: string, path?: string | undefined) => Promise<Resolved>

/** The most entries of the log that `~` looks back. */
const mostEntries = 10_000

/**
 * Creates a resolver of snapshots: by HEAD, a branch, a tag, a hash or the beginning of one, in
 * this order. `~2` after any of them goes two moves back, and `redo` is the move that was undone.
 */
export function createResolver(refs: Refs, objects: Objects, newest: Journal['newest']): Resolver {
  async function find(text: string, path: string | undefined): Promise<Resolved> {
    const found = text === 'HEAD' ? await fromHead(refs) : await fromName(text, path)
    return found ?? notFound(refs, text, path)
  }

  const fromName = async (text: string, path: string | undefined) =>
    (await fromRefs(refs, text)) ?? (await fromHash(objects, text, path))

  async function fromRedo(path: string | undefined): Promise<Resolved> {
    const head = await find('HEAD', path)
    const hash = replayLog(await newest(mostEntries)).undone(head.hash)
    return hash === undefined ? nothingUndone(path) : { hash }
  }

  return async (text, path) => {
    // A workspace of an earlier version may have a branch of this name.
    if (text === redo && (await fromRefs(refs, text)) === undefined) return fromRedo(path)
    const { start, moves } = splitName(text)
    const found = await find(start, path)
    if (start === text) return found
    const hash = replayLog(await newest(mostEntries)).before(start, found.hash, moves)
    return hash === undefined ? beyondFirst(text, path) : { hash }
  }
}

function nothingUndone(path: string | undefined): never {
  throw new DarkroomError('versioning_error', 'There is no move to redo.', {
    path,
    hint: 'redo brings back what a reset undid, until the next move. Others have their hashes.',
    next: [{ tool: 'log', why: 'to see the hashes' }],
    details: { ref: redo },
  })
}

function beyondFirst(text: string, path: string | undefined): never {
  throw new DarkroomError(
    'versioning_error',
    `${quote(text)} goes back beyond the first snapshot.`,
    {
      path,
      hint: 'The first snapshot is baseline.',
      next: [{ tool: 'log', why: 'to see the snapshots' }],
      details: { ref: text.slice(0, 128) },
    },
  )
}

async function fromHead(refs: Refs): Promise<Resolved | undefined> {
  const head = await refs.readHead()
  if ('detachedAt' in head) return { hash: head.detachedAt }
  const hash = await refs.read(branchRef(head.branch))
  return hash === undefined ? undefined : { hash, branch: head.branch }
}

/** Finds a branch or tag by its full or its short name; a branch comes before a tag. */
async function fromRefs(refs: Refs, text: string): Promise<Resolved | undefined> {
  const groups = /^refs\/(?<kind>heads|tags)\/(?<name>.+)$/.exec(text)?.groups
  const kind = groups?.kind
  const name = groups?.name ?? text
  // Other strings are not looked up, because they could name another file.
  if (!isRefName(name)) return undefined
  const branch = kind === 'tags' ? undefined : await refs.read(branchRef(name))
  if (branch !== undefined) return { hash: branch, branch: name }
  const tag = kind === 'heads' ? undefined : await refs.read(tagRef(name))
  return tag === undefined ? undefined : { hash: tag }
}

async function fromHash(
  objects: Objects,
  text: string,
  path: string | undefined,
): Promise<Resolved | undefined> {
  if (isHash(text)) return (await objects.has(text)) ? { hash: text } : undefined
  if (!isShortHash(text)) return undefined
  const [hash, ...others] = await objects.find(text)
  if (others.length > 0)
    throw new DarkroomError(
      'versioning_error',
      `${quote(text)} is the beginning of ${others.length + 1} hashes.`,
      { path, hint: 'Give more characters.', details: { ref: text } },
    )
  return hash === undefined ? undefined : { hash }
}

async function notFound(refs: Refs, text: string, path: string | undefined): Promise<never> {
  const [branches, tags] = await Promise.all([refs.names('heads'), refs.names('tags')])
  const close = nearest(text, [...branches, ...tags])
  const known =
    `Branches: ${listNames(branches)}. Tags: ${listNames(tags)}. ` +
    'A snapshot can also be named by its hash, or its first 4 characters, as HEAD~1, and as redo.'
  throw new DarkroomError(
    'versioning_error',
    `${quote(text)} is not a branch, tag or snapshot of this image.`,
    {
      path,
      hint: close === undefined ? known : `Did you mean '${close}'? ${known}`,
      next: [{ tool: 'log', why: 'to see the hashes' }],
      details: { ref: text.slice(0, 128) },
    },
  )
}
