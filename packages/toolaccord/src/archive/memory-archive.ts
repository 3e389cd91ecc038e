import type { Archive, ArchiveOptions } from './archive.ts'
import { type BlobStore, toDrafts } from './blob-store.ts'
import { createArchive } from './create-archive.ts'
import type { Reference } from './reference.ts'

interface Content {
  bytes: Uint8Array
  readonly references: Map<string, Reference>
}

/** An archive of one process, gone when that ends. */
export const createMemoryArchive = (options?: ArchiveOptions): Archive =>
  createArchive(createMemoryBlobs(), options)

/**
 * References and contents in a map; references are never changed, so that the same one is the same
 * object.
 */
export function createMemoryBlobs(): BlobStore {
  const contents = new Map<string, Content>()
  const isHeld = ({ hash, owner }: Reference) => contents.get(hash)?.references.has(owner) === true
  const isSame = (reference: Reference) =>
    contents.get(reference.hash)?.references.get(reference.owner) === reference

  return {
    async find(hash, owner) {
      const held = [...(contents.get(hash)?.references.values() ?? [])]
      return owner === undefined ? held : held.filter((one) => one.owner === owner)
    },
    read: async ({ hash }) => contents.get(hash)?.bytes,
    draft: toDrafts(async (reference, bytes) => {
      if (isHeld(reference)) return false
      const { hash, owner } = reference
      const content = contents.get(hash)
      if (content === undefined)
        contents.set(hash, { bytes, references: new Map([[owner, reference]]) })
      else {
        content.bytes = bytes
        content.references.set(owner, reference)
      }
      return true
    }),
    async refer(reference, source) {
      if (!isSame(source) || (reference.owner !== source.owner && isHeld(reference))) return false
      contents.get(source.hash)?.references.set(reference.owner, reference)
      return true
    },
    async remove(reference) {
      if (!isSame(reference)) return false
      const references = contents.get(reference.hash)?.references
      references?.delete(reference.owner)
      if (references?.size === 0) contents.delete(reference.hash)
      return true
    },
    async *list() {
      for (const { references } of contents.values()) yield* references.values()
    },
  }
}
