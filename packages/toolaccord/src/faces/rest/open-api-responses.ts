import { statusOf } from '../../codebook.ts'
import type { Reason } from '../../contracts/reasons.ts'
import { failure } from '../../failure.ts'
import type { Server } from '../../server.ts'
import { describeCode } from './describe-code.ts'
import { representationsOf } from './negotiate.ts'
import { answerRef } from './open-api-schemas.ts'
import { statusOfReason } from './refusal.ts'
import { type ToolRoute, takesBody } from './routes.ts'

/** What the pipeline may answer to any call, whatever the tool. */
const pipelineReasons: readonly Reason[] = ['missing_argument', 'invalid_argument', 'malformed_input', 'internal', 'timeout', 'cancelled']

/** Every status that a route may answer with, and the codes that stand for it. */
export function toResponses(server: Server, route: ToolRoute, isProtected: boolean): Record<string, object> {
  const headersOf = (status: number) => (isProtected && (status === 401 || status === 403) ? ['Retry-After', 'WWW-Authenticate'] : ['Retry-After'])
  const failures = failuresOf(server, route, isProtected).map(([status, codes]) => [status, toResponse(route, codes, headersOf(status))])
  return {
    200: success(server, route),
    ...(route.method === 'GET' && { 304: { description: 'Not changed since the answer that `If-None-Match` names.' } }),
    ...Object.fromEntries(failures),
    default: toResponse(route, 'Any other failure, such as one of a policy.', ['Retry-After']),
  }
}

function success({ contract }: Server, route: ToolRoute): object {
  const [, ...named] = representationsOf(contract)
  const { content, ...response } = toResponse(route, 'The answer, or a soft failure.', route.method === 'GET' ? ['ETag'] : [])
  return { ...response, content: { ...content, ...Object.fromEntries(named.map(({ mediaType }) => [mediaType, {}])) } }
}

function toResponse({ tool }: ToolRoute, description: string, more: readonly string[]) {
  const headers = ['X-Request-Id', 'Toolaccord-Notes', 'RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset', ...more]
  return {
    description,
    headers: Object.fromEntries(headers.map((name) => [name, { $ref: `#/components/headers/${name}` }])),
    content: { 'application/json': { schema: { $ref: answerRef(tool) } } },
  }
}

function failuresOf({ codes, contract }: Server, route: ToolRoute, isProtected: boolean): (readonly [status: number, codes: string])[] {
  const lines = new Map<number, Set<string>>()
  const add = (status: number, code: string) =>
    lines.set(status, (lines.get(status) ?? new Set()).add(`- \`${code}\`: ${describeCode(codes, code)}`))
  for (const code of route.tool.codes) add(statusOf(codes, failure(code)), code)
  for (const reason of pipelineReasons) {
    const problem = contract.problem(reason)
    add(statusOf(codes, { ok: false, problems: [problem], soft: false, notes: {} }), problem.code)
  }
  for (const reason of faceReasons(route, isProtected)) add(statusOfReason(reason), contract.problem(reason).code)
  return [...lines].map(([status, codes]) => [status, [...codes].join('\n')])
}

/** What the face refuses before there is a call. */
const faceReasons = (route: ToolRoute, isProtected: boolean): readonly Reason[] => [
  'not_acceptable',
  'too_large',
  ...(takesBody(route) ? (['unsupported_media_type'] as const) : []),
  ...(route.method === 'GET' ? [] : (['forbidden'] as const)),
  ...(isProtected ? (['unauthenticated', 'forbidden', 'unavailable'] as const) : []),
]
