/** The same `Cache-Control` without what would let a shared cache keep the answer (RFC 9111, 3.5). */
export function toPrivate(cacheControl: string): string {
  const directives = cacheControl.split(',').map((directive) => directive.trim())
  return directives.includes('no-store')
    ? 'no-store'
    : [
        'private',
        ...directives.filter((one) => !/^(public|private|s-maxage\b.*|)$/i.test(one)),
      ].join(', ')
}

/**
 * The `Cache-Control` of an answer; what one caller may read is nothing for a cache that others
 * share.
 */
export function toCacheControl(
  given: string | undefined,
  etag: string | undefined,
  isProtected: boolean,
): string {
  const directives = given ?? (etag === undefined ? 'no-store' : 'no-cache')
  return isProtected ? toPrivate(directives) : directives
}

/**
 * A weak tag (RFC 9110, 8.8.1): the same content in the same dialect, if it has one, though each
 * answer has a request id of its own.
 */
export const toETag = (contentHash: string, dialect?: string): string =>
  `W/"${[contentHash, ...(dialect === undefined ? [] : [dialect])].join('-').replaceAll(/[^\x21\x23-\x7e]/g, (character) => `%${character.charCodeAt(0).toString(16)}`)}"`

/** Whether an `If-None-Match` header names the tag, by weak comparison. */
export function matchesETag(ifNoneMatch: string | null, etag: string): boolean {
  if (ifNoneMatch === null) return false
  return (
    ifNoneMatch.trim() === '*' ||
    [...ifNoneMatch.matchAll(/"[^"]*"/g)].some(([tag]) => etag === tag || etag === `W/${tag}`)
  )
}
