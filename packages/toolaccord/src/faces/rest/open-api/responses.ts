import { type Codebook, statusOf } from '../../../outcome/codebook.ts'
import { failure } from '../../../outcome/failure.ts'
import type { Reason } from '../../../outcome/reasons.ts'
import type { JsonSchema } from '../../../schema/json-schema.ts'
import { representationsOf } from '../requests/negotiate.ts'
import { statusOfReason } from '../requests/refusal.ts'
import { type ToolRoute, takesBody } from '../requests/routes.ts'
import { componentName, toRef } from './component-name.ts'
import { describeCode } from './describe-code.ts'
import type { OpenApiContext } from './open-api-context.ts'
import { answerSchema, failureSchema } from './schemas.ts'

type Responses = Record<string, object>

/** What the pipeline may answer to any call, whatever the tool. */
const pipelineReasons: readonly Reason[] = [
  'missing_argument',
  'invalid_argument',
  'malformed_input',
  'internal',
  'timeout',
  'cancelled',
]

/**
 * A response is named after its codes as long as people can read that, and after its tool
 * otherwise.
 */
const maxNameLength = 64

/**
 * Every status that a route of a tool may answer with, and for failures the codes that stand for
 * it.
 */
export function toResponses(context: OpenApiContext, route: ToolRoute): Responses {
  const failures = failuresOf(context, route).map(([status, codes]) => [
    status,
    putFailure(context, route, status, codes),
  ])
  return {
    ...putAnswers(context, route),
    ...(route.method === 'GET' && putUnchanged(context)),
    ...Object.fromEntries(failures),
    default: context.responses.put(
      ['failure'],
      toEnvelope('Any other failure, such as one of a policy.', failureSchema, ['Retry-After']),
    ),
  }
}

/** The same for a resource, whose contents have no envelope. */
export function toResourceResponses(context: OpenApiContext, mimeType: string): Responses {
  const {
    server: { codes, contract },
    isProtected,
    responses,
  } = context
  const reasons: readonly Reason[] = [
    'not_found',
    'internal',
    'timeout',
    ...(isProtected ? (['unauthenticated', 'unavailable'] as const) : []),
  ]
  const refusals = reasons.map((reason) => {
    const [status, { code }] = [statusOfReason(reason), contract.problem(reason)]
    const content = { 'application/json': { schema: failureSchema } }
    return [
      status,
      responses.put([componentName(`resource-${code}`)], {
        description: describeCodes(codes, [code]),
        headers: toHeaders('X-Request-Id', 'Toolaccord-Notes'),
        content,
      }),
    ]
  })
  return {
    200: {
      description: 'The contents.',
      headers: toHeaders('X-Request-Id', 'ETag'),
      content: { [mimeType]: {} },
    },
    ...putUnchanged(context),
    ...Object.fromEntries(refusals),
  }
}

function putAnswers(
  { server, responses }: OpenApiContext,
  { tool, method, created }: ToolRoute,
): Responses {
  const [, ...others] = representationsOf(server.contract).map(({ mediaType }) => [mediaType, {}])
  const put = (word: string, description: string, ...more: readonly string[]) => {
    const { content, ...response } = toEnvelope(description, answerSchema(tool), more)
    return responses.put([componentName(tool.name, word)], {
      ...response,
      content: { ...content, ...Object.fromEntries(others) },
    })
  }
  const description = 'The answer, or a soft failure.'
  return {
    200: method === 'GET' ? put('read', description, 'ETag') : put('answer', description),
    ...(created !== undefined && {
      201: put('created', 'The answer, where something was made.', 'Location'),
    }),
  }
}

const putUnchanged = ({ responses }: OpenApiContext): Responses => ({
  304: responses.put(['unchanged'], {
    description: 'Not changed since the answer that `If-None-Match` names.',
  }),
})

function putFailure(
  { server, isProtected, responses }: OpenApiContext,
  { tool }: ToolRoute,
  status: number,
  codes: readonly string[],
): object {
  const more =
    isProtected && (status === 401 || status === 403)
      ? ['Retry-After', 'WWW-Authenticate']
      : ['Retry-After']
  const name = componentName(...codes)
  return responses.put(
    [name.length > maxNameLength ? componentName(tool.name, 'failure') : name],
    toEnvelope(describeCodes(server.codes, codes), failureSchema, more),
  )
}

function toEnvelope(description: string, schema: JsonSchema, more: readonly string[]) {
  const headers = toHeaders(
    'X-Request-Id',
    'Toolaccord-Notes',
    'RateLimit-Limit',
    'RateLimit-Remaining',
    'RateLimit-Reset',
    ...more,
  )
  return { description, headers, content: { 'application/json': { schema } } }
}

const toHeaders = (...names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, toRef('headers', name)]))

const describeCodes = (book: Codebook, codes: readonly string[]): string =>
  codes.map((code) => `- \`${code}\`: ${describeCode(book, code)}`).join('\n')

function failuresOf(
  { server: { codes, contract }, isProtected }: OpenApiContext,
  route: ToolRoute,
): (readonly [status: number, codes: readonly string[]])[] {
  const found = new Map<number, Set<string>>()
  const add = (status: number, code: string) =>
    found.set(status, (found.get(status) ?? new Set()).add(code))
  for (const code of route.tool.codes) add(statusOf(codes, failure(code)), code)
  for (const reason of pipelineReasons) {
    const problem = contract.problem(reason)
    add(statusOf(codes, { ok: false, problems: [problem], soft: false, notes: {} }), problem.code)
  }
  for (const reason of faceReasons(route, isProtected))
    add(statusOfReason(reason), contract.problem(reason).code)
  return [...found].map(([status, some]) => [status, [...some].toSorted()])
}

/** What the face refuses before there is a call. */
const faceReasons = (route: ToolRoute, isProtected: boolean): readonly Reason[] => [
  'not_acceptable',
  'too_large',
  ...(takesBody(route) ? (['unsupported_media_type'] as const) : []),
  ...(route.method === 'GET' ? [] : (['forbidden'] as const)),
  ...(isProtected ? (['unauthenticated', 'forbidden', 'unavailable'] as const) : []),
]
