import { type Archive, createMemoryArchive } from 'toolaccord/archive'

/** Rendered documents by their hash. */
export interface Documents {
  /** Keeps a document and gives its hash; the same document has the same. */
  put(html: string): Promise<string>
  get(hash: string): Promise<string | undefined>
}

/** All documents are the server's own: whoever knows the hash of one may read it. */
const owner = 'datachain'
const scheme = 'sha256:'

/** Keeps documents in an archive, by default in the memory of the process. */
export function createDocuments(
  archive: Archive = createMemoryArchive({ quotaBytes: 67_108_864 }),
): Documents {
  return Object.freeze({
    put: async (html: string) =>
      (await archive.put(html, { owner, type: 'text/html' })).slice(scheme.length),
    async get(hash: string) {
      const found = /^[0-9a-f]{64}$/.test(hash)
        ? await archive.get(scheme + hash, { owner })
        : undefined
      return found && new TextDecoder().decode(found.content)
    },
  })
}
