import type { BlobStore } from './blob-store.ts'
import type { Reference } from './reference.ts'
import { toDrafts } from './to-drafts.ts'

interface Content {
  bytes: Uint8Array
  readonly references: Map<string, Reference>
}

/** Creates a store in memory. References never change, so that the same one is the same object. */
export function createMemoryBlobs(): BlobStore {
  const contents = new Map<string, Content>()
  const findOwn = ({ hash, owner }: Reference) => contents.get(hash)?.references.get(owner)
  const isHeld = (reference: Reference) => findOwn(reference) !== undefined
  const isSame = (reference: Reference) => findOwn(reference) === reference

  return {
    async find(hash, owner) {
      const held = [...(contents.get(hash)?.references.values() ?? [])]
      return owner === undefined ? held : held.filter((one) => one.owner === owner)
    },
    read: async ({ hash }) => contents.get(hash)?.bytes,
    draft: toDrafts(async (reference, bytes) => {
      if (isHeld(reference)) return false
      const { hash, owner } = reference
      const content = contents.get(hash) ?? { bytes, references: new Map() }
      content.bytes = bytes
      content.references.set(owner, reference)
      contents.set(hash, content)
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
