import { type Archive, createMemoryArchive } from 'toolaccord/archive'

/** Rendered documents by their hash. */
export interface Documents {
  /** Keeps a document and returns its hash; equal documents have the same hash. */
  put(html: string): Promise<string>
  get(hash: string): Promise<string | undefined>
}

/** The server owns every document: whoever knows the hash of one may read it. */
const owner = 'datachain'
const scheme = 'sha256:'
const isHash = (hash: string): boolean => /^[0-9a-f]{64}$/.test(hash)

/** Creates documents that are kept in an archive, by default in the memory of the process. */
export function createDocuments(
  archive: Archive = createMemoryArchive({ quotaBytes: 67_108_864 }),
): Documents {
  return Object.freeze({
    async put(html: string) {
      const hash = await archive.put(html, { owner, type: 'text/html' })
      return hash.slice(scheme.length)
    },
    async get(hash: string) {
      if (!isHash(hash)) return undefined
      const found = await archive.get(scheme + hash, { owner })
      return found && new TextDecoder().decode(found.content)
    },
  })
}
