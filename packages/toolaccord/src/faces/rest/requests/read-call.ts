import type { CallOptions, Caller, Client } from '../../../define/call.ts'
import { findBudgetProblem } from '../../../fidelity/budget.ts'
import { jobPath } from '../../../jobs/create-result-tool.ts'
import { isRecord, sameJson } from '../../../json/json.ts'
import { Refusal } from '../../../outcome/refusal.ts'
import { fromTexts } from '../../from-texts.ts'
import { findTypeRefusal } from '../../http/create-edge.ts'
import { restEdgeRules } from '../../http/edge-rules.ts'
import { parseBody, readBody } from '../../http/read-body.ts'
import { badIdempotencyKey, isIdempotencyKey } from '../../idempotency-key.ts'
import { plausibleTimeout, plausibleTraceparent, safeId, toBudget } from '../../plausible.ts'
import { fromForm } from './from-form.ts'
import { isHtmlForm } from './is-html-form.ts'
import type { ToolRoute } from './routes.ts'

/** Length of a query string, in characters as they are sent. */
const maxQuery = 8192

/** Reads the options of a call from headers; throws a Refusal for a bad key or budget. */
export const readCallOptions = (request: Request, caller: Caller | undefined): CallOptions => ({
  face: 'rest',
  id: requestIdOf(request),
  client: clientOf(request),
  caller,
  idempotencyKey: idempotencyKeyOf(request),
  traceparent: plausibleTraceparent(request.headers.get('traceparent')),
  timeoutMs: plausibleTimeout(request.headers.get('toolaccord-timeout')),
  budget: budgetOf(request),
  signal: request.signal,
})

/** The caller's own request id, unless it is not safe to log and to echo. */
export const requestIdOf = ({ headers }: Request): string | undefined =>
  safeId(headers.get('x-request-id'))

function clientOf({ headers }: Request): Client | undefined {
  const name = headers
    .get('user-agent')
    ?.replaceAll(/[^\x20-\x7e]/g, '')
    .slice(0, 100)
  if (name === undefined || name === '') return undefined
  return { name }
}

function budgetOf({ headers }: Request): number | undefined {
  const given = headers.get('toolaccord-budget')
  if (given === null) return undefined
  const budget = toBudget(given)
  const problem = findBudgetProblem(budget)
  if (problem !== undefined) throw new Refusal('invalid_argument', problem)
  return budget
}

function idempotencyKeyOf({ headers }: Request): string | undefined {
  const key = headers.get('idempotency-key')
  if (key === null) return undefined
  if (isIdempotencyKey(key)) return key
  throw new Refusal('invalid_argument', badIdempotencyKey)
}

/**
 * Reads the arguments of a call from the path, and from the query string or the body; throws a
 * Refusal if they cannot be read.
 */
export async function readArguments(
  route: ToolRoute,
  request: Request,
  pathTexts: Readonly<Record<string, string>>,
  bodyBytes: number,
): Promise<unknown> {
  const url = new URL(request.url)
  checkUrl(url)
  const { takesBody, takesQuery, tool } = route
  const schema = tool.inputSchema
  const body = await readValue(route, request, bodyBytes)
  if (!takesBody && !isEmpty(body))
    throw misplacedArguments(route, 'the query string, not from a body')
  const query = url.search === '' ? {} : fromTexts(schema, [...url.searchParams])
  if (!takesQuery && !isEmpty(query))
    throw misplacedArguments(route, 'a JSON body, not from the query string')
  if (tool.job === 'fetches' && takesQuery) checkFetching(query)
  const asked = route.fixed === undefined ? query : { ...query, ...route.fixed }
  const given = takesQuery ? addBody(asked, route.body, body) : (body ?? {})
  if (route.hasPlainPath) return addPathArguments(given, pathTexts)
  return addPathArguments(given, fromTexts(schema, Object.entries(pathTexts)))
}

function checkUrl({ pathname, search }: URL): void {
  if (search.length > maxQuery)
    throw new Refusal('too_large', {
      message: `The query string is over the limit of ${maxQuery} characters.`,
      hint: 'Send the arguments with POST, as a JSON body.',
    })
  try {
    decodeURIComponent(pathname + search)
  } catch {
    throw new Refusal('malformed_input', {
      message: 'The URL is not percent-encoded UTF-8.',
      hint: "Write '%' itself as '%25'.",
    })
  }
}

/** The value of a body; undefined if it is empty, and then it needs no type. */
async function readValue(route: ToolRoute, request: Request, limit: number): Promise<unknown> {
  if (request.body === null) return undefined
  const bytes = await readBody(request, limit)
  if (bytes.length === 0) return undefined
  if (isHtmlForm(route, request)) return fromForm(route.tool.inputSchema, toText(bytes))
  const { headers } = request
  const refusal = findTypeRefusal(
    restEdgeRules.bodyTypes,
    headers.get('content-type') ?? undefined,
    headers.get('content-encoding') ?? undefined,
  )
  if (refusal !== undefined) throw refusal
  return parseBody(toText(bytes))
}

function toText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new Refusal('malformed_input', { message: 'The body is not valid UTF-8.' })
  }
}

const isEmpty = (given: unknown): boolean => given === undefined || sameJson(given ?? {}, {})

/**
 * Adds the body as the value of its argument, if the route has one. The body may be absent: the
 * schema decides whether the argument is required.
 */
function addBody(
  query: Readonly<Record<string, unknown>>,
  argument: string | undefined,
  body: unknown,
): Readonly<Record<string, unknown>> {
  if (argument === undefined) return query
  if (Object.hasOwn(query, argument))
    throw new Refusal('malformed_input', {
      message: `'${argument}' must be the body of this route, not in the query string.`,
      path: argument,
      hint: 'Send it as the body.',
    })
  if (body === undefined) return query
  return { ...query, [argument]: body }
}

/** A GET must change nothing: a page of any origin may send one. */
function checkFetching(query: Readonly<Record<string, unknown>>): void {
  if (!Object.hasOwn(query, 'cancel')) return
  throw new Refusal('malformed_input', {
    message: "'cancel' must not be in the query string.",
    path: 'cancel',
    hint: `Send DELETE ${jobPath} to cancel the job.`,
  })
}

const misplacedArguments = ({ method, path }: ToolRoute, places: string): Refusal =>
  new Refusal('malformed_input', {
    message: `${method} ${path} takes its arguments from ${places}.`,
  })

function addPathArguments(given: unknown, path: Readonly<Record<string, unknown>>): unknown {
  if (!isRecord(given)) return given
  for (const name of Object.keys(path)) {
    if (!Object.hasOwn(given, name) || sameJson(given[name], path[name])) continue
    throw new Refusal('invalid_argument', {
      message: `'${name}' has one value in the path and another beside it.`,
      path: name,
      hint: 'Give it in the path only.',
    })
  }
  return { ...given, ...path }
}
