import type { Resource, ResourceBody } from '../../../define/resource.ts'
import type { RateLimit } from '../../../outcome/outcome.ts'
import { toRateLimitHeaders } from '../../http/to-rate-limit-headers.ts'
import { matchesETag, toCacheControl, toETag } from '../answers/cache-control.ts'

/** Lets a document look as it likes, but run and fetch nothing that it brings along. */
const policy = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** A resource that was read, and what its answer needs. */
export interface ResourceAnswer {
  readonly request: Request
  readonly resource: Resource
  readonly body: ResourceBody
  readonly requestId: string
  /** True if callers need a token. */
  readonly isProtected: boolean
  readonly rateLimit?: RateLimit | undefined
}

/** Writes the contents of a resource, which have no envelope. */
export function writeResource(answer: ResourceAnswer): Response {
  const { request, resource, body, requestId, isProtected, rateLimit } = answer
  const type = typeOf(body, resource.mimeType)
  const etag = body.contentHash === undefined ? undefined : toETag(body.contentHash)
  const headers: Record<string, string> = {
    'X-Content-Type-Options': 'nosniff',
    'X-Request-Id': requestId,
    'Cache-Control': toCacheControl({ given: body.cacheControl, etag, isProtected }),
  }
  if (rateLimit !== undefined) Object.assign(headers, toRateLimitHeaders(rateLimit))
  if (canRun(type)) headers['Content-Security-Policy'] = body.contentSecurityPolicy ?? policy
  if (etag !== undefined) headers.ETag = etag
  if (etag !== undefined && matchesETag(request.headers.get('if-none-match'), etag))
    return new Response(null, { status: 304, headers })
  const bytes = bytesOf(body)
  headers['Content-Type'] = type
  // Set here so that HEAD, whose answer has no body to count, has it too.
  headers['Content-Length'] = String(bytes.length)
  return new Response(bytes, { headers })
}

function typeOf(body: ResourceBody, mimeType: string | undefined): string {
  const given = body.mimeType ?? mimeType
  if (!('text' in body)) return given ?? 'application/octet-stream'
  const type = given ?? 'text/plain'
  if (/;\s*charset=/i.test(type)) return type
  return `${type}; charset=utf-8`
}

/** True if a browser would run scripts in it: HTML, SVG and any other XML. */
const canRun = (type: string): boolean => /^[^;]*(html|xml)/i.test(type)

function bytesOf(body: ResourceBody): Uint8Array<ArrayBuffer> {
  if ('text' in body) return new TextEncoder().encode(body.text)
  return Uint8Array.from(atob(body.blob), (character) => character.charCodeAt(0))
}
