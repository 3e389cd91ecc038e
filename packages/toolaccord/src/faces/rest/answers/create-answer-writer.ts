import type { ToolListing } from '../../../compile/to-tool-listing.ts'
import { type Written, writeWhole, toRefusalFailure } from '../../../contracts/contract/contract.ts'
import type { CallOptions } from '../../../define/call.ts'
import { findPending } from '../../../jobs/to-pending.ts'
import { type Logger, guardLog } from '../../../log/log.ts'
import { statusOf } from '../../../outcome/codebook.ts'
import type { Outcome, Success } from '../../../outcome/outcome.ts'
import { type Refusal, statusOfReason } from '../../../outcome/refusal.ts'
import { writeEnvelope } from '../../../run/write-within.ts'
import type { Server } from '../../../server.ts'
import { toRateLimitHeaders } from '../../http/to-rate-limit-headers.ts'
import { safeId } from '../../plausible.ts'
import { requestIdOf } from '../requests/read-call.ts'
import type { Representation } from '../requests/representations-of.ts'
import type { RestOptions } from '../requests/rest-options.ts'
import type { ToolRoute } from '../requests/routes.ts'
import type { Patience } from '../requests/to-patience.ts'
import { matchesETag, toCacheControl, toETag } from './cache-control.ts'
import { locationOf } from './location-of.ts'
import { toNotesHeader } from './to-notes-header.ts'
import { toPatienceHeaders } from './to-patience-headers.ts'
import { withLinks } from './with-links.ts'
import { type SentForm, writeFormAnswer } from './write-form-answer.ts'

/** A request, and the form that its answer shall have. */
export interface Exchange {
  readonly request: Request
  readonly representation: Representation
}

/** A request that became a call. */
export interface RestCall extends Exchange {
  readonly called: CallOptions
  /** The route that was called; undefined if there is no such tool. */
  readonly route?: Pick<ToolRoute, 'tool' | 'created'> | undefined
  /** How long it was waited for; undefined if it is not a call that may take long. */
  readonly patience?: Patience | undefined
}

/** Writes the answers of one server: the envelope is the body, the rest goes into headers. */
export interface AnswerWriter {
  /** Writes the outcome of a call, cut to its budget if the server counts tokens. */
  writeOutcome(call: RestCall, outcome: Outcome): Promise<Response>
  /** Writes the envelope of an outcome, for an answer that has more than that. */
  writeCut(call: RestCall, outcome: Outcome): Promise<Written>
  /** The headers of such an answer. */
  headersOf(call: RestCall, outcome: Outcome): Record<string, string>
  /** Writes the refusal of a request that did not become a call. */
  writeRefusal(exchange: Exchange, refusal: Refusal, requestId: string): Response
  /** Writes the outcome of a call for the person who sent an HTML form. */
  writeForm(sent: SentForm, outcome: Outcome): Response
  /** The same for a form that did not become a call. */
  writeFormRefusal(request: Request, refusal: Refusal, requestId: string): Response
}

/** What all answers of one server have in common. */
interface WriterContext {
  readonly server: Server
  readonly log: Logger
  readonly options: RestOptions
  readonly vary: string
  /** Makes next steps links. */
  readonly spellNext: (outcome: Outcome) => Outcome
}

/** Creates the answer writer of a server. */
export function createAnswerWriter(server: Server, options: RestOptions = {}): AnswerWriter {
  const context: WriterContext = {
    server,
    log: guardLog(server.log),
    options,
    spellNext: (outcome) => withLinks(outcome, server, options.basePath),
    vary: server.fitter === undefined ? 'Accept' : 'Accept, Toolaccord-Budget',
  }
  return {
    writeOutcome: (call, outcome) => writeOutcome(context, call, outcome),
    writeCut: (call, outcome) => writeCut(context, call, outcome),
    headersOf: ({ request }, outcome) => toHeaders(context, { request }, outcome),
    writeRefusal: (exchange, refusal, id) => writeRefusal(context, exchange, refusal, id),
    writeForm(sent, outcome) {
      const headers = toHeaders(context, sent, outcome)
      return writeFormAnswer(sent, outcome, { status: statusOf(server.codes, outcome), headers })
    },
    writeFormRefusal(request, { reason, problem, headers: more }, requestId) {
      const outcome = toRefusalFailure(server.contract, [{ ...problem, reason }], { requestId })
      const headers = { ...toHeaders(context, { request }, outcome), ...more }
      return writeFormAnswer({ request }, outcome, { status: statusOfReason(reason), headers })
    },
  }
}

async function writeOutcome(
  context: WriterContext,
  call: RestCall,
  outcome: Outcome,
): Promise<Response> {
  const { request, route, patience } = call
  if (patience !== undefined && findPending(outcome) !== undefined)
    return writePending(context, call, outcome)
  const etag = etagOf(context, call, outcome)
  if (etag !== undefined && matchesETag(request.headers.get('if-none-match'), etag))
    return new Response(null, { status: 304, headers: toHeaders(context, call, outcome, etag) })
  // Found in the whole outcome, because a budget may cut the data that the path is made of.
  const location = route && findLocation(context, route, outcome)
  const written = await writeCut(context, call, outcome)
  const headers = toHeaders(context, call, written.outcome, etag)
  if (location === undefined)
    return toResponse(call, written, statusOf(context.server.codes, written.outcome), headers)
  headers.Location = location
  return toResponse(call, written, 201, headers)
}

/** Writes the handle to a job that has not ended (RFC 9110, 15.3.3). */
async function writePending(
  context: WriterContext,
  call: RestCall,
  outcome: Outcome,
): Promise<Response> {
  const headers = toHeaders(context, call, outcome)
  return toResponse(call, await writeCut(context, call, outcome), 202, headers)
}

function writeRefusal(
  context: WriterContext,
  exchange: Exchange,
  refusal: Refusal,
  requestId: string,
): Response {
  const { contract, codes } = context.server
  const { reason, problem } = refusal
  const outcome = toRefusalFailure(contract, [{ ...problem, reason }], { requestId })
  const headers = { ...toHeaders(context, exchange, outcome), ...refusal.headers }
  const written = writeWhole(outcome, exchange.representation.contract, codes)
  return toResponse(exchange, written, statusOfReason(reason), headers)
}

/** Writes an outcome within the budget of its call; one of no tool has no budget. */
async function writeCut(
  { server, spellNext }: WriterContext,
  { route, representation, called }: RestCall,
  outcome: Outcome,
): Promise<Written> {
  const { contract } = representation
  if (route === undefined) return writeWhole(outcome, contract, server.codes)
  const { name } = route.tool
  return writeEnvelope(server, { name, outcome, contract, options: called, spellNext })
}

/** The same content in another dialect, or cut to another budget, is another answer. */
function etagOf(
  { server }: WriterContext,
  { request, route, representation, called }: RestCall,
  outcome: Outcome,
): string | undefined {
  const { contentHash } = outcome.notes
  if (contentHash === undefined || !isCacheable(request, outcome)) return undefined
  const { name } = representation.contract
  const budget = route && server.fitter?.budgetOf(route.tool.name, called)
  if (budget === undefined) return toETag(contentHash, name)
  return toETag(contentHash, `${name}-${budget}`)
}

function findLocation(
  { log }: WriterContext,
  { tool, created }: NonNullable<RestCall['route']>,
  outcome: Outcome,
): string | undefined {
  if (created === undefined || !outcome.ok) return undefined
  const location = locationOf(created, outcome.data)
  const id = outcome.notes.requestId
  if (location === undefined)
    log.debug(`the answer of ${tool.name} does not say where to find what it made`, { id, created })
  return location
}

function toHeaders(
  context: WriterContext,
  { request, route, patience }: Pick<RestCall, 'request' | 'route' | 'patience'>,
  outcome: Outcome,
  etag?: string,
): Record<string, string> {
  const { requestId, rateLimit } = outcome.notes
  const headers: Record<string, string> = {
    Vary: patience === undefined ? context.vary : `${context.vary}, Prefer`,
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'no-store',
  }
  const id = requestIdOf(request) ?? safeId(requestId)
  if (id !== undefined) headers['X-Request-Id'] = id
  if (rateLimit !== undefined) Object.assign(headers, toRateLimitHeaders(rateLimit))
  const pending = patience && findPending(outcome)
  if (patience !== undefined)
    Object.assign(headers, toPatienceHeaders(patience, pending, context.options.basePath))
  if (pending !== undefined || !isCacheable(request, outcome)) return headers
  const given = givenCacheControl(context, outcome, request, route?.tool)
  const isProtected = context.options.authenticator !== undefined
  headers['Cache-Control'] = toCacheControl({ given, etag, isProtected })
  if (etag !== undefined) headers.ETag = etag
  return headers
}

function givenCacheControl(
  { options: { cacheControl } }: WriterContext,
  outcome: Success,
  request: Request,
  tool: ToolListing | undefined,
): string | undefined {
  if (typeof cacheControl !== 'function') return cacheControl
  return tool && cacheControl(outcome, tool, request)
}

const isCacheable = (request: Request, outcome: Outcome): outcome is Success =>
  outcome.ok && (request.method === 'GET' || request.method === 'HEAD')

function toResponse(
  { representation: { mediaType } }: Exchange,
  { envelope, overflow }: Written,
  status: number,
  headers: Record<string, string>,
): Response {
  const bytes = new TextEncoder().encode(envelope)
  headers['Content-Type'] = mediaType
  if (mediaType === 'application/json') headers['Content-Type'] += '; charset=utf-8'
  // Set here so that HEAD, whose answer has no body to count, has it too.
  headers['Content-Length'] = String(bytes.length)
  if (overflow !== undefined) headers['Toolaccord-Notes'] = toNotesHeader(overflow)
  return new Response(bytes, { status, headers })
}
