import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { Reference } from '../../archive/blobs/reference.ts'
import { createFileDraft } from './create-file-draft.ts'
import { makeFolder, syncFolders } from './folders.ts'
import { readFileBytes } from './read-file-bytes.ts'

/** The facts about an entry that the name of its file has no room for. */
export type EntryFacts = Pick<Reference, 'type' | 'scopes'>

/** Facts in files of their own, by their hash: many entries have the same. */
export interface FileFacts {
  /** Makes facts durable, before an entry that has them. */
  keep(facts: EntryFacts): Promise<void>
  /** Returns the facts of a hash; undefined if their file is missing or damaged. */
  find(hash: string): Promise<EntryFacts | undefined>
  /** Forgets what is durable, after the folder was removed. */
  forget(): void
}

/** Far more than a type and scopes can have. */
const maxBytes = 65_536

/** Creates the facts of an archive in a folder; they are few, and none is ever removed. */
export function createFileFacts(folder: string, scratch: string): FileFacts {
  const known = new Map<string, EntryFacts>()

  return {
    async keep(facts) {
      const hash = toFactsHash(facts)
      if (known.has(hash)) return
      const draft = createFileDraft(scratch, makeFolder)
      try {
        await draft.finish(join(folder, hash), new TextEncoder().encode(toText(facts)))
        await syncFolders([folder])
      } finally {
        await draft.discard()
      }
      known.set(hash, facts)
    },
    async find(hash) {
      const held = known.get(hash)
      if (held !== undefined) return held
      const facts = fromText(await readFileBytes(join(folder, hash), maxBytes))
      if (facts === undefined || toFactsHash(facts) !== hash) return undefined
      known.set(hash, facts)
      return facts
    },
    forget: () => known.clear(),
  }
}

/** Returns the hash of facts, 64 hex digits. */
export const toFactsHash = (facts: EntryFacts): string =>
  createHash('sha256').update(toText(facts)).digest('hex')

const toText = ({ type = '', scopes = [] }: EntryFacts) => [type, ...scopes].join(' ')

function fromText(bytes: Uint8Array | undefined): EntryFacts | undefined {
  if (bytes === undefined) return undefined
  const [type, ...scopes] = new TextDecoder().decode(bytes).split(' ')
  return { type: type || undefined, scopes }
}
