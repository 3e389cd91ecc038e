import { pathArguments } from '../../../compile/route-faults.ts'
import { compact } from '../../../json/json.ts'
import type { ResourceRoute } from '../resources/resource-routes.ts'
import { toRef } from './component-name.ts'
import type { OpenApiContext } from './open-api-context.ts'
import { toResourceResponses } from './responses.ts'
import type { OpenApiOperation } from './to-operation.ts'

/** Describes the route of a resource; `pathNames` are the document's names for its variables. */
export function toResourceOperation(
  context: OpenApiContext,
  { path, resource }: ResourceRoute,
  pathNames: readonly string[],
): OpenApiOperation {
  const { uri, name, title = name, summary, scopes = [] } = resource
  const { mimeType = 'application/octet-stream' } = resource
  const variables = pathArguments(path).map((variable, index) => ({
    name: pathNames[index] ?? variable,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))
  return compact<OpenApiOperation>({
    operationId: uri,
    summary: title,
    description: summary,
    tags: ['read'],
    parameters: [toRef('parameters', 'RequestId'), ...variables],
    responses: toResourceResponses(context, mimeType),
    security: context.isProtected ? [{ token: [...scopes] }] : undefined,
  })
}
