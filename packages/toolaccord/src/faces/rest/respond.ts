import { statusOf } from '../../codebook.ts'
import type { Contract } from '../../contracts/contract.ts'
import type { FlagSubject } from '../../flags/flag.ts'
import type { Outcome } from '../../outcome.ts'
import type { Server, ToolListing } from '../../server.ts'
import { toRateLimitHeaders } from '../rate-limit-headers.ts'
import { safeId } from '../request-id.ts'
import { requestIdOf } from './call-options.ts'
import { matchesETag, toCacheControl, toETag } from './conditional.ts'
import { negotiate, representationsOf } from './negotiate.ts'
import { toNotesHeader } from './notes-header.ts'
import { Refusal, statusOfReason } from './refusal.ts'
import type { RestOptions } from './rest-options.ts'

/** Writes what a server has to say to a request: the envelope is the body, the rest goes into headers. */
export interface Responder {
  /** Throws a Refusal for a request that admits nothing that the server can write. */
  checkAccept(request: Request, subject?: FlagSubject): void
  /** The subject is who asks, which may decide the contract; the tool is the one that was called, if there is one. */
  respond(request: Request, outcome: Outcome, subject?: FlagSubject, tool?: ToolListing): Response
  /** Answers a request that did not become a call. */
  refuse(request: Request, refusal: Pick<Refusal, 'reason' | 'problem'> & Partial<Pick<Refusal, 'headers'>>, id?: string): Response
}

/** The responder of one server. */
export function createResponder(server: Server, { cacheControl, authenticator }: RestOptions = {}): Responder {
  const representations = memoize(representationsOf)

  const cacheControlOf = (request: Request, outcome: Outcome, tool: ToolListing | undefined): string | undefined =>
    typeof cacheControl === 'function' ? (outcome.ok && tool ? cacheControl(outcome, tool, request) : undefined) : cacheControl

  function write(request: Request, outcome: Outcome, subject: FlagSubject, tool: ToolListing | undefined, status: number = statusOf(server.codes, outcome), more: Readonly<Record<string, string>> = {}): Response {
    const offered = representations(server.contractFor(subject))
    const { contract, mediaType } = negotiate(request.headers.get('accept'), offered) ?? offered[0]
    const cacheable = outcome.ok && (request.method === 'GET' || request.method === 'HEAD')
    const etag = cacheable && outcome.notes.contentHash !== undefined ? toETag(outcome.notes.contentHash, contract.name) : undefined
    const requestId = requestIdOf(request) ?? safeId(outcome.notes.requestId)
    const { rateLimit } = outcome.notes
    const headers = {
      'Vary': 'Accept',
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': cacheable ? toCacheControl(cacheControlOf(request, outcome, tool), etag, authenticator !== undefined) : 'no-store',
      ...(requestId !== undefined && { 'X-Request-Id': requestId }),
      ...(rateLimit && toRateLimitHeaders(rateLimit)),
      ...(etag !== undefined && { ETag: etag }),
      ...more,
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
    checkAccept(request, subject = {}) {
      const offered = representations(server.contractFor(subject))
      if (negotiate(request.headers.get('accept'), offered) !== undefined) return
      throw new Refusal('not_acceptable', { hint: `Accept one of ${offered.map(({ mediaType }) => mediaType).join(', ')}.` })
    },
    respond: (request, outcome, subject = {}, tool) => write(request, outcome, subject, tool),
    refuse(request, { reason, problem, headers }, requestId = requestIdOf(request) ?? server.newId()) {
      const outcome: Outcome = { ok: false, problems: [server.contract.problem(reason, problem)], soft: false, notes: { requestId } }
      return write(request, outcome, {}, undefined, statusOfReason(reason), headers)
    },
  }
}

/** The same answer for the same contract, worked out once. */
function memoize<T>(make: (contract: Contract) => T): (contract: Contract) => T {
  const made = new Map<Contract, T>()
  return (contract) => {
    const known = made.get(contract) ?? make(contract)
    made.set(contract, known)
    return known
  }
}
