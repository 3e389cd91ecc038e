import { after } from '../../../async/after.ts'
import type { ToolListing } from '../../../compile/tool-listing.ts'
import type { Contract } from '../../../contracts/contract/contract.ts'
import type { CallOptions } from '../../../define/call.ts'
import type { FlagSubject } from '../../../flags/flag.ts'
import { guardLog } from '../../../log/log.ts'
import { statusOf } from '../../../outcome/codebook.ts'
import type { Outcome } from '../../../outcome/outcome.ts'
import { type Written, writeWhole } from '../../../run/answer.ts'
import { writeEnvelope } from '../../../run/answer.ts'
import type { Server } from '../../../server.ts'
import { toRateLimitHeaders } from '../../http/to-rate-limit-headers.ts'
import { safeId } from '../../request-id.ts'
import { requestIdOf } from '../requests/call-options.ts'
import { type Representation, negotiate, representationsOf } from '../requests/negotiate.ts'
import { Refusal, statusOfReason } from '../requests/refusal.ts'
import type { RestOptions } from '../requests/rest-options.ts'
import type { ToolRoute } from '../requests/routes.ts'
import { matchesETag, toCacheControl, toETag } from './conditional.ts'
import { locationOf } from './location-of.ts'
import { toNotesHeader } from './to-notes-header.ts'

/**
 * Writes what a server has to say to a request: the envelope is the body, the rest goes into
 * headers.
 */
export interface Responder {
  /** Throws a Refusal for a request that admits nothing that the server can write. */
  checkAccept(request: Request, subject?: FlagSubject): void
  /** Answers with the outcome of a call, made to fit its budget where the server counts tokens. */
  answer(
    request: Request,
    route: Pick<ToolRoute, 'tool' | 'created'>,
    outcome: Outcome,
    called: CallOptions,
  ): Response | PromiseLike<Response>
  /** Answers with an outcome as it is. The subject is who asks, which may decide the contract. */
  respond(request: Request, outcome: Outcome, subject?: FlagSubject): Response
  /** Answers a request that did not become a call. */
  refuse(
    request: Request,
    refusal: Pick<Refusal, 'reason' | 'problem'> & Partial<Pick<Refusal, 'headers'>>,
    id?: string,
  ): Response
}

/** The responder of one server. */
export function createResponder(
  server: Server,
  { cacheControl, authenticator }: RestOptions = {},
): Responder {
  const representations = memoize(representationsOf)
  const log = guardLog(server.log)

  const cacheControlOf = (
    request: Request,
    outcome: Outcome,
    tool: ToolListing | undefined,
  ): string | undefined =>
    typeof cacheControl === 'function'
      ? outcome.ok && tool
        ? cacheControl(outcome, tool, request)
        : undefined
      : cacheControl

  function representationFor(request: Request, subject: FlagSubject): Representation {
    const offered = representations(server.contractFor(subject))
    return negotiate(request.headers.get('accept'), offered) ?? offered[0]
  }

  /** Asked of the whole outcome, because a budget may cut from it what the path is made of. */
  function createdBy(
    { tool, created }: Pick<ToolRoute, 'tool' | 'created'>,
    outcome: Outcome,
  ): Writing {
    if (created === undefined || !outcome.ok) return {}
    const location = locationOf(created, outcome.data)
    if (location === undefined)
      log.debug(`the answer of ${tool.name} does not tell where to find what it made`, {
        id: outcome.notes.requestId,
        created,
      })
    return location === undefined ? {} : { status: 201, more: { Location: location } }
  }

  function write(
    request: Request,
    outcome: Outcome,
    { contract, mediaType }: Representation,
    { status = statusOf(server.codes, outcome), more = {}, tool, budget, written }: Writing = {},
  ): Response {
    const cacheable = isCacheable(request, outcome)
    const etag = etagOf(request, outcome, contract, budget)
    const requestId = requestIdOf(request) ?? safeId(outcome.notes.requestId)
    const { rateLimit } = outcome.notes
    const headers = {
      Vary: server.fitter === undefined ? 'Accept' : 'Accept, Toolaccord-Budget',
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': cacheable
        ? toCacheControl(cacheControlOf(request, outcome, tool), etag, authenticator !== undefined)
        : 'no-store',
      ...(requestId !== undefined && { 'X-Request-Id': requestId }),
      ...(rateLimit && toRateLimitHeaders(rateLimit)),
      ...(etag !== undefined && { ETag: etag }),
      ...more,
    }
    if (etag !== undefined && matchesETag(request.headers.get('if-none-match'), etag))
      return new Response(null, { status: 304, headers })

    const { envelope, overflow } = written ?? writeWhole(outcome, contract, server.codes)
    const bytes = new TextEncoder().encode(envelope)
    return new Response(bytes, {
      status,
      headers: {
        ...headers,
        'Content-Type':
          mediaType === 'application/json' ? 'application/json; charset=utf-8' : mediaType,
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
      throw new Refusal('not_acceptable', {
        hint: `Accept one of ${offered.map(({ mediaType }) => mediaType).join(', ')}.`,
      })
    },
    answer(request, route, outcome, called) {
      const { tool } = route
      const representation = representationFor(request, called)
      const budget = server.fitter?.budgetOf(tool.name, called)
      const etag = etagOf(request, outcome, representation.contract, budget)
      const isKnown = etag !== undefined && matchesETag(request.headers.get('if-none-match'), etag)
      if (isKnown) return write(request, outcome, representation, { tool, budget })
      const created = createdBy(route, outcome)
      return after(
        writeEnvelope(server, {
          name: tool.name,
          outcome,
          contract: representation.contract,
          options: called,
        }),
        (written) =>
          write(request, written.outcome, representation, { tool, budget, written, ...created }),
      )
    },
    respond: (request, outcome, subject = {}) =>
      write(request, outcome, representationFor(request, subject)),
    refuse(
      request,
      { reason, problem, headers },
      requestId = requestIdOf(request) ?? server.newId(),
    ) {
      const outcome: Outcome = {
        ok: false,
        problems: [server.contract.problem(reason, problem)],
        soft: false,
        notes: { requestId },
      }
      return write(request, outcome, representationFor(request, {}), {
        status: statusOfReason(reason),
        more: headers,
      })
    },
  }
}

/** How one answer is written, where that is not as usual. */
interface Writing {
  readonly status?: number
  readonly more?: Readonly<Record<string, string>> | undefined
  /** The one that was called. */
  readonly tool?: ToolListing
  /** The tokens that it may have: the same content cut to another budget is another answer. */
  readonly budget?: number | undefined
  /** The envelope, where there is one already. */
  readonly written?: Written
}

const isCacheable = (request: Request, outcome: Outcome): boolean =>
  outcome.ok && (request.method === 'GET' || request.method === 'HEAD')

function etagOf(
  request: Request,
  outcome: Outcome,
  contract: Contract,
  budget: number | undefined,
): string | undefined {
  const { contentHash } = outcome.notes
  return contentHash === undefined || !isCacheable(request, outcome)
    ? undefined
    : toETag(contentHash, budget === undefined ? contract.name : `${contract.name}-${budget}`)
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
