/** Rendered documents by their hash. */
export interface Documents {
  /** Keeps a document and gives its hash; the same document has the same. */
  put(html: string): Promise<string>
  get(hash: string): string | undefined
}

/** Keeps the documents used last, as many as fit. */
export function createDocuments(mostCharacters = 16_777_216): Documents {
  const kept = new Map<string, string>()
  let size = 0

  function drop(hash: string): void {
    size -= kept.get(hash)?.length ?? 0
    kept.delete(hash)
  }

  function keep(hash: string, html: string): void {
    drop(hash)
    kept.set(hash, html)
    size += html.length
    for (const oldest of kept.keys()) {
      if (size <= mostCharacters || oldest === hash) break
      drop(oldest)
    }
  }

  return Object.freeze({
    async put(html: string) {
      const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(html))
      const hash = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
      keep(hash, html)
      return hash
    },
    get(hash: string) {
      const html = kept.get(hash)
      if (html !== undefined) keep(hash, html)
      return html
    },
  })
}
