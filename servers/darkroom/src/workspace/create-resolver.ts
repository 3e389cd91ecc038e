import { DarkroomError } from '../darkroom-error.ts'
import type { Objects } from './create-objects.ts'
import { type Refs, branchRef, tagRef } from './create-refs.ts'
import { isHash, isRefName, isShortHash, show } from './names.ts'

/** A snapshot, and the branch that it was named by. */
export interface Resolved {
  readonly hash: string
  readonly branch?: string
}

/** Finds the snapshot that a text means: HEAD, a branch, a tag, a hash or the beginning of one, in this order. */
export function createResolver(refs: Refs, objects: Objects): (text: string, path?: string) => Promise<Resolved> {
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
    if (others.length > 0) throw new DarkroomError('versioning_error', `${show(text)} is the beginning of ${others.length + 1} hashes.`, { path, hint: 'Give more of it.', details: { ref: text } })
    return hash === undefined ? undefined : { hash }
  }

  return async (text, path) => {
    const found = text === 'HEAD' ? await fromHead() : ((await fromNames(text)) ?? (await fromHash(text, path)))
    if (found !== undefined) return found
    throw new DarkroomError('versioning_error', `${show(text)} is no branch, tag or snapshot of this image.`, {
      path,
      hint: 'log lists snapshots; give HEAD, a branch, a tag, a hash, or at least the first 4 characters of one.',
      details: { ref: text.slice(0, 128) },
    })
  }
}
