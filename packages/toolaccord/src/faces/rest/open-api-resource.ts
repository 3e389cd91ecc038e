import { pathArguments } from '../../definition.ts'
import type { Server } from '../../server.ts'
import { describeCode } from './describe-code.ts'
import type { OpenApiOperation } from './open-api-operation.ts'
import { refusalRef } from './open-api-schemas.ts'
import { statusOfReason } from './refusal.ts'
import type { ResourceRoute } from './resource-routes.ts'

/** Describes the route of a resource; `pathNames` are the names that the document gives to its variables. */
export function toResourceOperation(server: Server, { path, resource }: ResourceRoute, pathNames: readonly string[], isProtected: boolean): OpenApiOperation {
  const { uri, name, title = name, summary, mimeType = 'application/octet-stream' } = resource
  return {
    operationId: uri,
    summary: title,
    ...(summary !== undefined && { description: summary }),
    tags: ['read'],
    parameters: [
      { $ref: '#/components/parameters/RequestId' },
      ...pathArguments(path).map((variable, index) => ({ name: pathNames[index] ?? variable, in: 'path', required: true, schema: { type: 'string' } })),
    ],
    responses: {
      200: { description: 'The contents.', headers: refs('X-Request-Id', 'ETag'), content: { [mimeType]: {} } },
      304: { description: 'Not changed since the answer that `If-None-Match` names.' },
      ...Object.fromEntries(reasonsOf(isProtected).map((reason) => [statusOfReason(reason), refusal(server, server.contract.problem(reason).code)])),
    },
    ...(isProtected && { security: [{ token: [] }] }),
  }
}

const reasonsOf = (isProtected: boolean) => [
  ...(['not_found', 'internal', 'timeout'] as const),
  ...(isProtected ? (['unauthenticated', 'unavailable'] as const) : []),
]

const refusal = ({ codes }: Server, code: string): object => ({
  description: `- \`${code}\`: ${describeCode(codes, code)}`,
  headers: refs('X-Request-Id', 'Toolaccord-Notes'),
  content: { 'application/json': { schema: { $ref: refusalRef } } },
})

const refs = (...names: readonly string[]) => Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
