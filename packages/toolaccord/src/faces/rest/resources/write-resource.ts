import type { Resource, ResourceBody } from '../../../define/resource.ts'
import { matchesETag, toCacheControl, toETag } from '../answers/conditional.ts'

/** Nothing that a document brings along may run or be fetched; it may only look as it likes. */
const policy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** The contents of a resource as an answer, without an envelope. */
export function writeResource(
  request: Request,
  { mimeType }: Resource,
  body: ResourceBody,
  requestId: string,
  isProtected: boolean,
): Response {
  const type = typeOf(body, mimeType)
  const etag = body.contentHash === undefined ? undefined : toETag(body.contentHash)
  const headers = {
    'X-Content-Type-Options': 'nosniff',
    'X-Request-Id': requestId,
    'Cache-Control': toCacheControl(body.cacheControl, etag, isProtected),
    ...(canRun(type) && { 'Content-Security-Policy': policy }),
    ...(etag !== undefined && { ETag: etag }),
  }
  if (etag !== undefined && matchesETag(request.headers.get('if-none-match'), etag))
    return new Response(null, { status: 304, headers })
  const bytes = bytesOf(body)
  // Set here so that HEAD, whose answer has no body to count, tells it too.
  return new Response(bytes, {
    headers: { ...headers, 'Content-Type': type, 'Content-Length': String(bytes.length) },
  })
}

function typeOf(body: ResourceBody, mimeType: string | undefined): string {
  const given = body.mimeType ?? mimeType
  if (!('text' in body)) return given ?? 'application/octet-stream'
  const type = given ?? 'text/plain'
  return /;\s*charset=/i.test(type) ? type : `${type}; charset=utf-8`
}

/** Whether a browser would run scripts in it: HTML, SVG, and whatever else is XML. */
const canRun = (type: string): boolean => /^[^;]*(html|xml)/i.test(type)

function bytesOf(body: ResourceBody): Uint8Array<ArrayBuffer> {
  return 'text' in body
    ? new TextEncoder().encode(body.text)
    : Uint8Array.from(atob(body.blob), (character) => character.charCodeAt(0))
}
