import { link, rename, rm, stat, unlink, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { maxContentBytes } from '../../archive/archive-options.ts'
import type { BlobStore, Draft } from '../../archive/blobs/blob-store.ts'
import {
  type Reference,
  fromReferenceText,
  toReferenceText,
} from '../../archive/blobs/reference.ts'
import { createFileDraft } from './create-file-draft.ts'
import { createFileFacts, toFactsHash } from './create-file-facts.ts'
import { failedWith } from './failed-with.ts'
import { makeFolder, namesInFolder, syncFolders } from './folders.ts'
import { readFileBytes } from './read-file-bytes.ts'

/** A write that took longer than this has died. */
const scratchMs = 3_600_000

const hexPairs = Array.from({ length: 256 }, (_, value) => value.toString(16).padStart(2, '0'))

/**
 * Creates a store in a folder: references are the names of files and contents their bytes, so that
 * both appear, change and disappear in one step. Owners of one content have one file under several
 * names: the file system counts them and removes the bytes with the last.
 */
export function createFileBlobs(folder: string): BlobStore {
  const scratch = join(folder, 'tmp')
  const marker = join(folder, 'swept')
  const facts = createFileFacts(join(folder, 'facts'), scratch)
  /** Folders whose own names this process knows to be durable. */
  const durable = new Set<string>()
  // 256 folders: more would soon take more room and time than the files in them.
  const folderOf = (hash: string) => join(folder, hash.slice(0, 1), hash.slice(1, 2))
  const pathOf = (reference: Reference) => join(folderOf(reference.hash), toName(reference))

  return {
    async find(hash, owner = '') {
      const names = await namesInFolder(folderOf(hash))
      return fromNames(names.filter((name) => name.startsWith(`${hash}.${owner}`)))
    },
    // One byte more is for the mark of the codec; a longer file fails its check.
    read: (reference) => readFileBytes(pathOf(reference), maxContentBytes + 1),
    draft() {
      const draft = createFileDraft(scratch, remakeFolder)
      const write: Draft['write'] = async (reference, bytes) => {
        if (reference.scopes !== undefined) await facts.keep(reference)
        await draft.finish(pathOf(reference), bytes)
        await syncFrom(folderOf(reference.hash))
        return true
      }
      return { write, discard: draft.discard }
    },
    async refer(reference, source) {
      if (reference.scopes !== undefined) await facts.keep(reference)
      try {
        if (reference.owner === source.owner) await rename(pathOf(source), pathOf(reference))
        else await link(pathOf(source), pathOf(reference))
      } catch (thrown) {
        // The last four: too many names, or a file system that has one name for one file only.
        if (failedWith(thrown, 'ENOENT', 'EMLINK', 'EPERM', 'ENOTSUP', 'ENOSYS')) return false
        if (!failedWith(thrown, 'EEXIST')) throw thrown
      }
      await syncFrom(folderOf(reference.hash))
      return true
    },
    async remove(reference) {
      try {
        await unlink(pathOf(reference))
        return true
      } catch (thrown) {
        if (failedWith(thrown, 'ENOENT')) return false
        throw thrown
      }
    },
    async *list() {
      for (const start of hexPairs) yield* await fromNames(await namesInFolder(folderOf(start)))
    },
    async tidy(now) {
      for (const name of await namesInFolder(scratch)) {
        const path = join(scratch, name)
        if (now - (await modifiedAt(path)) > scratchMs) await rm(path, { force: true })
      }
    },
    async claimSweep(now, everyMs) {
      // A marker from the future counts as old, so that a clock that was set back stops no sweeps.
      if (Math.abs(now - (await modifiedAt(marker))) < everyMs) return false
      await writeFile(marker, '', { mode: 0o600 })
      await utimes(marker, now / 1_000, now / 1_000)
      return true
    },
  }

  /** Returns the references of names, without those of another origin. */
  async function fromNames(names: readonly string[]): Promise<readonly Reference[]> {
    const references: Reference[] = []
    for (const name of names) {
      const { reference, factsHash } = fromName(name)
      const more = factsHash === undefined ? {} : await facts.find(factsHash)
      // An entry whose scopes are lost is nobody's.
      if (reference !== undefined && more !== undefined) references.push({ ...reference, ...more })
    }
    return references
  }

  /** Whoever removed one folder may have removed them all. */
  function remakeFolder(path: string): Promise<unknown> {
    durable.clear()
    facts.forget()
    return makeFolder(path)
  }

  /** Makes the names in a folder durable, and at first its own name and those above it. */
  async function syncFrom(target: string): Promise<void> {
    const above = durable.has(target) ? [] : [dirname(target), folder, dirname(folder)]
    await syncFolders([target, ...above])
    durable.add(target)
  }
}

/** Scopes can be longer than a name, so their place is taken by a hash. */
function toName(reference: Reference): string {
  const { hash, owner, scopes } = reference
  const start = `${hash}.${owner}.`
  if (scopes === undefined) return start + toReferenceText(reference)
  const shorter = { ...reference, type: undefined, scopes: undefined }
  return `${start}${toReferenceText(shorter)}~${toFactsHash(reference)}`
}

const nameForm =
  /^(?<hash>[0-9a-f]{64})\.(?<owner>[0-9a-f]{64})\.(?<text>[^~]+)(?:~(?<factsHash>[0-9a-f]{64}))?$/

/** Reads a name; the reference is undefined for a name of another origin. */
function fromName(name: string) {
  const { hash = '', owner = '', text = '', factsHash } = nameForm.exec(name)?.groups ?? {}
  return { reference: fromReferenceText(hash, owner, text), factsHash }
}

/** Returns the time of the last change of a file, or -Infinity if it is not there. */
async function modifiedAt(path: string): Promise<number> {
  try {
    return (await stat(path)).mtimeMs
  } catch (thrown) {
    if (failedWith(thrown, 'ENOENT')) return -Infinity
    throw thrown
  }
}
