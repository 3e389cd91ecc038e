/** The parts of `toCacheControl`. */
export interface CacheControlInit {
  /** What the author chose; undefined for the default. */
  readonly given: string | undefined
  readonly etag: string | undefined
  /** True if callers need a token. */
  readonly isProtected: boolean
}

/** The `Cache-Control` of an answer. A shared cache must not keep a protected one. */
export function toCacheControl({ given, etag, isProtected }: CacheControlInit): string {
  const usual = etag === undefined ? 'no-store' : 'no-cache'
  const directives = given ?? usual
  if (isProtected) return toPrivate(directives)
  return directives
}

/** Takes out the directives that would let a shared cache keep the answer (RFC 9111, 3.5). */
function toPrivate(cacheControl: string): string {
  const directives = cacheControl.split(',').map((directive) => directive.trim())
  if (directives.includes('no-store')) return 'no-store'
  const others = directives.filter((one) => !/^(public|private|s-maxage\b.*|)$/i.test(one))
  return ['private', ...others].join(', ')
}

/**
 * A weak tag (RFC 9110, 8.8.1), because each answer has a request id of its own: it names the
 * content and, if there is one, the dialect.
 */
export function toETag(contentHash: string, dialect?: string): string {
  const name = [contentHash, dialect].filter((part) => part !== undefined).join('-')
  const escaped = name.replaceAll(
    /[^\x21\x23-\x7e]/g,
    (character) => `%${character.charCodeAt(0).toString(16)}`,
  )
  return `W/"${escaped}"`
}

/** True if an `If-None-Match` header names the tag, by weak comparison. */
export function matchesETag(ifNoneMatch: string | null, etag: string): boolean {
  if (ifNoneMatch === null) return false
  if (ifNoneMatch.trim() === '*') return true
  const tags = [...ifNoneMatch.matchAll(/"[^"]*"/g)]
  return tags.some(([tag]) => etag === tag || etag === `W/${tag}`)
}
