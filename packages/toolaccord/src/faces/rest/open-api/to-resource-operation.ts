import { pathArguments } from '../../../compile/route-faults.ts'
import type { ResourceRoute } from '../resources/resource-routes.ts'
import { toRef } from './component-name.ts'
import type { OpenApiContext } from './open-api-context.ts'
import type { OpenApiOperation } from './open-api-operation.ts'
import { toResourceResponses } from './responses.ts'

/**
 * Describes the route of a resource; `pathNames` are the names that the document gives to its
 * variables.
 */
export function toResourceOperation(
  context: OpenApiContext,
  { path, resource }: ResourceRoute,
  pathNames: readonly string[],
): OpenApiOperation {
  const { uri, name, title = name, summary, mimeType = 'application/octet-stream' } = resource
  return {
    operationId: uri,
    summary: title,
    ...(summary !== undefined && { description: summary }),
    tags: ['read'],
    parameters: [
      toRef('parameters', 'RequestId'),
      ...pathArguments(path).map((variable, index) => ({
        name: pathNames[index] ?? variable,
        in: 'path',
        required: true,
        schema: { type: 'string' },
      })),
    ],
    responses: toResourceResponses(context, mimeType),
    ...(context.isProtected && { security: [{ token: [] }] }),
  }
}
