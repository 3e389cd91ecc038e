import { type Codebook, statusOf } from '../../../outcome/codebook.ts'
import { failure, toFailure } from '../../../outcome/failure.ts'
import type { Reason } from '../../../outcome/reasons.ts'
import { statusOfReason } from '../../../outcome/refusal.ts'
import type { JsonSchema } from '../../../schema/json-schema.ts'
import { eventType } from '../events/to-event.ts'
import { representationsOf } from '../requests/representations-of.ts'
import { type ToolRoute, hasEvents } from '../requests/routes.ts'
import { componentName, toRef } from './component-name.ts'
import { describeCode } from './describe-code.ts'
import type { OpenApiContext } from './open-api-context.ts'
import { answerSchema, failureSchema, pendingRef, stoppedRef } from './schemas.ts'

type Responses = Record<string, object>

/** The reasons for which the pipeline may refuse any call, whatever the tool. */
const pipelineReasons: readonly Reason[] = [
  'missing_argument',
  'invalid_argument',
  'wrong_type',
  'malformed_input',
  'internal',
  'timeout',
  'cancelled',
]

/** A response is named after its codes if people can read that, else after its tool. */
const maxNameLength = 64

/** The responses of a route of a tool, by status; those of failures name their codes. */
export function toResponses(context: OpenApiContext, route: ToolRoute): Responses {
  const responses = putAnswers(context, route)
  if (route.tool.job !== undefined) responses[202] = putPending(context)
  if (hasEvents(route)) responses[204] = putNoEvents(context)
  if (route.form !== undefined) responses[303] = putFormTaken(context)
  if (route.method === 'GET') responses[304] = putUnchanged(context)
  for (const [status, codes] of failuresOf(context, route))
    responses[status] = putFailure(context, route, status, codes)
  responses.default = context.responses.put(
    ['failure'],
    toEnvelope('Any other failure, such as one of a policy.', failureSchema, ['Retry-After']),
  )
  return responses
}

/** The responses of a resource, whose contents have no envelope. */
export function toResourceResponses(context: OpenApiContext, mimeType: string): Responses {
  const reasons: Reason[] = ['not_found', 'internal', 'timeout']
  if (context.isProtected) reasons.push('unauthenticated', 'unavailable')
  const responses: Responses = {
    200: {
      description: 'The contents.',
      headers: toHeaders(['X-Request-Id', 'ETag']),
      content: { [mimeType]: {} },
    },
    304: putUnchanged(context),
  }
  for (const reason of reasons)
    responses[statusOfReason(reason)] = putResourceRefusal(context, reason)
  return responses
}

function putResourceRefusal({ server, responses }: OpenApiContext, reason: Reason): object {
  const { code } = server.contract.problem(reason)
  return responses.put([componentName(`resource-${code}`)], {
    description: describeCodes(server.codes, [code]),
    headers: toHeaders(['X-Request-Id', 'Toolaccord-Notes']),
    content: { 'application/json': { schema: failureSchema } },
  })
}

function putAnswers({ server, responses }: OpenApiContext, route: ToolRoute): Responses {
  const { tool, method, created } = route
  const otherTypes = otherTypesOf(server)
  const events = hasEvents(route) ? { [eventType]: { schema: eventsSchema } } : {}
  const patient = tool.job === undefined ? [] : ['Preference-Applied']
  const put = (word: string, description: string, headers: readonly string[] = []) => {
    const schema = route.fixed === undefined ? answerSchema(tool) : stoppedRef
    const { content, ...response } = toEnvelope(description, schema, [...headers, ...patient])
    return responses.put([componentName(tool.name, word)], {
      ...response,
      content: { ...content, ...otherTypes, ...events },
    })
  }
  const description = 'The answer, or a soft failure.'
  const answers: Responses = {}
  if (route.fixed !== undefined) answers[200] = put('cancelled', 'What became of the job.')
  else if (method === 'GET') answers[200] = put('read', description, ['ETag'])
  else answers[200] = put('answer', description)
  if (created !== undefined)
    answers[201] = put('created', 'The answer, if something was made.', ['Location'])
  return answers
}

/** The media types of the other dialects. */
function otherTypesOf({ contract }: OpenApiContext['server']): Readonly<Record<string, object>> {
  const [, ...others] = representationsOf(contract)
  return Object.fromEntries(others.map(({ mediaType }) => [mediaType, {}]))
}

const eventsSchema: JsonSchema = {
  type: 'string',
  description:
    'Server-sent events: `progress` with the data of the handle, then one that is named after ' +
    'the state of the job, with the envelope of its answer.',
}

function putPending({ server, responses }: OpenApiContext): object {
  const description = 'The work goes on; `Location` is the job, where its answer will be.'
  const headers = ['Location', 'Retry-After', 'Preference-Applied']
  const { content, ...response } = toEnvelope(description, pendingRef, headers)
  return responses.put(['pending'], {
    ...response,
    content: { ...content, ...otherTypesOf(server) },
  })
}

const putNoEvents = ({ responses }: OpenApiContext): object =>
  responses.put(['no-events'], {
    description: 'There is no event after the one that `Last-Event-ID` names.',
  })

const putFormTaken = ({ responses }: OpenApiContext): object =>
  responses.put(['form-taken'], {
    description: 'The answer to an HTML form that succeeded; `Location` is the page to show.',
    headers: toHeaders(['Location']),
  })

const putUnchanged = ({ responses }: OpenApiContext): object =>
  responses.put(['unchanged'], {
    description: 'Not changed since the answer that `If-None-Match` names.',
  })

function putFailure(
  { server, isProtected, responses }: OpenApiContext,
  { tool }: ToolRoute,
  status: number,
  codes: readonly string[],
): object {
  const headers = ['Retry-After']
  if (isProtected && (status === 401 || status === 403)) headers.push('WWW-Authenticate')
  let name = componentName(...codes)
  if (name.length > maxNameLength) name = componentName(tool.name, 'failure')
  const description = describeCodes(server.codes, codes)
  return responses.put([name], toEnvelope(description, failureSchema, headers))
}

/** The headers of every answer with an envelope. */
const envelopeHeaders = [
  'X-Request-Id',
  'Toolaccord-Notes',
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
]

const toEnvelope = (description: string, schema: JsonSchema, headers: readonly string[]) => ({
  description,
  headers: toHeaders([...envelopeHeaders, ...headers]),
  content: { 'application/json': { schema } },
})

const toHeaders = (names: readonly string[]): Readonly<Record<string, object>> =>
  Object.fromEntries(names.map((name) => [name, toRef('headers', name)]))

const describeCodes = (book: Codebook, codes: readonly string[]): string =>
  codes.map((code) => `- \`${code}\`: ${describeCode(book, code)}`).join('\n')

/** The codes of failures by status. */
function failuresOf(
  { server: { codes, contract }, isProtected }: OpenApiContext,
  route: ToolRoute,
): ReadonlyMap<number, readonly string[]> {
  const found = new Map<number, Set<string>>()
  const add = (status: number, code: string) => {
    found.set(status, (found.get(status) ?? new Set()).add(code))
  }
  for (const code of route.tool.codes) add(statusOf(codes, failure(code)), code)
  for (const reason of pipelineReasons) {
    const problem = contract.problem(reason)
    add(statusOf(codes, toFailure([problem])), problem.code)
  }
  for (const reason of faceReasons(route, isProtected))
    add(statusOfReason(reason), contract.problem(reason).code)
  return new Map([...found].map(([status, some]) => [status, [...some].toSorted()]))
}

/** The reasons for which the face, or the desk of jobs, may refuse a request. */
function faceReasons(route: ToolRoute, isProtected: boolean): readonly Reason[] {
  const reasons: Reason[] = ['not_acceptable', 'too_large']
  if (route.tool.job === 'fetches') reasons.push('not_found')
  if (route.tool.job === 'starts' && route.method !== 'GET') reasons.push('conflict')
  if (route.takesBody) reasons.push('unsupported_media_type')
  if (route.method !== 'GET') reasons.push('forbidden')
  if (isProtected) reasons.push('unauthenticated', 'forbidden', 'unavailable')
  return reasons
}
