import { nearest } from 'toolaccord'
import { DarkroomError } from '../../errors/darkroom-error.ts'
import { listNames } from '../../names/list-names.ts'
import { quote } from '../../names/quote.ts'
import { isHash, isRefName, isShortHash } from '../../names/ref-name.ts'
import type { Journal } from './create-journal.ts'
import type { Objects } from './create-objects.ts'
import { type Refs, branchRef, tagRef } from './create-refs.ts'
import { findAncestor } from './find-ancestor.ts'

/** A snapshot, and the branch that it was named by. */
export interface Resolved {
  readonly hash: string
  readonly branch?: string
}

/** Finds the snapshot that a text means. */
export type Resolver = (text: string, path?: string) => Promise<Resolved>

/** As far as `~` looks back. */
const mostEntries = 10_000

/**
 * Finds snapshots: by HEAD, a branch, a tag, a hash or the beginning of one, in this order; `~2`
 * after any of them goes two moves back.
 */
export function createResolver(refs: Refs, objects: Objects, newest: Journal['newest']): Resolver {
  async function fromHead(): Promise<Resolved | undefined> {
    const head = await refs.readHead()
    if ('detachedAt' in head) return { hash: head.detachedAt }
    const hash = await refs.read(branchRef(head.branch))
    return hash === undefined ? undefined : { hash, branch: head.branch }
  }

  async function fromNames(text: string): Promise<Resolved | undefined> {
    const [, kind, name = text] = /^refs\/(heads|tags)\/(.+)$/.exec(text) ?? []
    // What could be no name of a ref is not looked up, so that it cannot name another file.
    if (!isRefName(name)) return undefined
    const branch = kind === 'tags' ? undefined : await refs.read(branchRef(name))
    if (branch !== undefined) return { hash: branch, branch: name }
    const tag = kind === 'heads' ? undefined : await refs.read(tagRef(name))
    return tag === undefined ? undefined : { hash: tag }
  }

  async function fromHash(text: string, path: string | undefined): Promise<Resolved | undefined> {
    if (isHash(text)) return (await objects.has(text)) ? { hash: text } : undefined
    const [hash, ...others] = isShortHash(text) ? await objects.find(text) : []
    if (others.length > 0)
      throw new DarkroomError(
        'versioning_error',
        `${quote(text)} is the beginning of ${others.length + 1} hashes.`,
        { path, hint: 'Give more of it.', details: { ref: text } },
      )
    return hash === undefined ? undefined : { hash }
  }

  async function find(text: string, path: string | undefined): Promise<Resolved> {
    const found =
      text === 'HEAD' ? await fromHead() : ((await fromNames(text)) ?? (await fromHash(text, path)))
    return found ?? notFound(refs, text, path)
  }

  return async (text, path) => {
    const [, start, steps] = /^(.+)~(\d{0,4})$/.exec(text) ?? []
    if (start === undefined) return find(text, path)
    const { hash, branch } = await find(start, path)
    const ancestor = findAncestor(
      await newest(mostEntries),
      { hash, ...(branch !== undefined && { ref: branchRef(branch) }) },
      Number(steps || 1),
    )
    if (ancestor !== undefined) return { hash: ancestor }
    throw new DarkroomError(
      'versioning_error',
      `${quote(text)} goes back beyond the first snapshot.`,
      {
        path,
        hint: 'log lists what there is; baseline is the first.',
        details: { ref: text.slice(0, 128) },
      },
    )
  }
}

async function notFound(refs: Refs, text: string, path: string | undefined): Promise<never> {
  const [branches, tags] = await Promise.all([refs.names('heads'), refs.names('tags')])
  const close = nearest(text, [...branches, ...tags])
  const known = `Branches: ${listNames(branches)}. Tags: ${listNames(tags)}. A snapshot is also named by its hash, which log tells, or the first 4 characters of it, and as HEAD~1.`
  throw new DarkroomError(
    'versioning_error',
    `${quote(text)} is no branch, tag or snapshot of this image.`,
    {
      path,
      hint: close === undefined ? known : `Did you mean '${close}'? ${known}`,
      details: { ref: text.slice(0, 128) },
    },
  )
}
