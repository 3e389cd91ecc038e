import { statusOf } from '../../codebook.ts'
import type { Notes, Outcome } from '../../outcome.ts'
import type { Server } from '../../server.ts'
import { safeId } from '../request-id.ts'
import { requestIdOf } from './call-options.ts'
import { matchesETag, toETag } from './conditional.ts'
import { negotiate, representationsOf } from './negotiate.ts'
import { toNotesHeader } from './notes-header.ts'
import { Refusal, statusOfReason } from './refusal.ts'
import type { RestOptions } from './rest-options.ts'

/** Writes what a server has to say to a request: the envelope is the body, the rest goes into headers. */
export interface Responder {
  /** Throws a Refusal for a request that admits nothing that the server can write. */
  checkAccept(request: Request): void
  respond(request: Request, outcome: Outcome, status?: number): Response
  /** Answers a request that did not become a call. */
  refuse(request: Request, refusal: Pick<Refusal, 'reason' | 'problem'>, id?: string): Response
}

/** The responder of one server. */
export function createResponder(server: Server, { cacheControl }: RestOptions = {}): Responder {
  const offered = representationsOf(server.contract)
  const choose = ({ headers }: Request) => negotiate(headers.get('accept'), offered)

  function respond(request: Request, outcome: Outcome, status: number = statusOf(server.codes, outcome)): Response {
    const { contract, mediaType } = choose(request) ?? offered[0]
    const cacheable = outcome.ok && (request.method === 'GET' || request.method === 'HEAD')
    const etag = cacheable && outcome.notes.contentHash !== undefined ? toETag(outcome.notes.contentHash, contract.name) : undefined
    const requestId = requestIdOf(request) ?? safeId(outcome.notes.requestId)
    const seconds = retryAfter(outcome.notes)
    const headers = {
      'Vary': 'Accept',
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': cacheable ? (cacheControl ?? (etag === undefined ? 'no-store' : 'no-cache')) : 'no-store',
      ...(requestId !== undefined && { 'X-Request-Id': requestId }),
      ...(seconds !== undefined && { 'Retry-After': seconds }),
      ...(etag !== undefined && { ETag: etag }),
    }
    if (etag !== undefined && matchesETag(request.headers.get('if-none-match'), etag)) return new Response(null, { status: 304, headers })

    const { body, overflow } = contract.encode(outcome, server.codes)
    const bytes = new TextEncoder().encode(JSON.stringify(body))
    return new Response(bytes, {
      status,
      headers: {
        ...headers,
        'Content-Type': mediaType === 'application/json' ? 'application/json; charset=utf-8' : mediaType,
        // Set here so that HEAD, whose answer has no body to count, tells it too.
        'Content-Length': String(bytes.length),
        ...(overflow && { 'Toolaccord-Notes': toNotesHeader(overflow) }),
      },
    })
  }

  return {
    checkAccept(request) {
      if (choose(request) !== undefined) return
      throw new Refusal('not_acceptable', { hint: `Accept one of ${offered.map(({ mediaType }) => mediaType).join(', ')}.` })
    },
    respond,
    refuse(request, { reason, problem }, requestId = requestIdOf(request) ?? server.newId()) {
      const outcome: Outcome = { ok: false, problems: [server.contract.problem(reason, problem)], soft: false, notes: { requestId } }
      return respond(request, outcome, statusOfReason(reason))
    },
  }
}

function retryAfter({ rateLimit }: Notes): string | undefined {
  const seconds = rateLimit?.retryAfterSeconds
  return seconds !== undefined && seconds >= 0 && seconds < Infinity ? String(Math.ceil(seconds)) : undefined
}
