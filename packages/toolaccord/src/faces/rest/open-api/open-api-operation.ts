import { pathArguments } from '../../../compile/route-faults.ts'
import type { ToolListing } from '../../../compile/tool-listing.ts'
import type { JsonSchema } from '../../../schema/json-schema.ts'
import { deref, viewObject } from '../../../schema/object-view.ts'
import { acceptedTypes } from '../../../schema/walk.ts'
import { type ToolRoute, takesBody, takesQuery } from '../requests/routes.ts'
import { componentName, toRef } from './component-name.ts'
import type { OpenApiContext } from './open-api-context.ts'
import { toResponses } from './responses.ts'
import { inputRef, place } from './schemas.ts'

/** One operation of an OpenAPI document. */
export interface OpenApiOperation {
  readonly operationId: string
  readonly summary: string
  readonly description?: string
  readonly deprecated?: true
  readonly tags: readonly string[]
  readonly parameters: readonly object[]
  readonly requestBody?: object
  readonly responses: Readonly<Record<string, object>>
  /** The scopes that a token must have, where one is needed. */
  readonly security?: readonly [{ readonly token: readonly string[] }]
}

/** Describes one route; `pathNames` are the names that the document gives to its path arguments. */
export function toOperation(
  context: OpenApiContext,
  route: ToolRoute,
  pathNames: readonly string[],
): OpenApiOperation {
  const { tool, id } = route
  return {
    operationId: id,
    summary: tool.summary,
    ...(tool.description !== undefined && { description: tool.description }),
    ...(tool.deprecated !== undefined && { deprecated: true }),
    tags: [tool.effect],
    parameters: [
      toRef('parameters', 'RequestId'),
      ...(route.method === 'GET' ? [] : [toRef('parameters', 'IdempotencyKey')]),
      ...pathArguments(route.path).map((name, index) =>
        toParameter(context, tool, name, {
          name: pathNames[index] ?? name,
          in: 'path',
          required: true,
        }),
      ),
      ...(takesQuery(route) ? queryParameters(context, route) : []),
    ],
    ...(takesBody(route) && {
      requestBody:
        route.body === undefined ? toBody(context, route) : toBareBody(context, tool, route.body),
    }),
    responses: toResponses(context, route),
    ...(context.isProtected && { security: [{ token: tool.scopes }] }),
  }
}

function queryParameters(context: OpenApiContext, { tool, path, body }: ToolRoute): object[] {
  const { properties, required } = viewObject(tool.inputSchema, tool.inputSchema)
  const elsewhere = new Set([...pathArguments(path), body])
  return Object.keys(properties)
    .filter((name) => !elsewhere.has(name))
    .map((name) =>
      context.parameters.put(
        [componentName(name), componentName(tool.name, name)],
        toParameter(context, tool, name, { name, in: 'query', required: required.includes(name) }),
      ),
    )
}

interface ParameterInit {
  readonly name: string
  readonly in: 'path' | 'query'
  readonly required: boolean
}

function toParameter(
  { share }: OpenApiContext,
  tool: ToolListing,
  argument: string,
  init: ParameterInit,
): object {
  const root = tool.inputSchema
  const { description, ...schema } = viewObject(root, root).properties[argument] ?? {}
  const placed = share(place(schema, inputRef(tool)))
  return {
    ...init,
    ...(description !== undefined && { description }),
    ...(isStructured(schema, root)
      ? { content: { 'application/json': { schema: placed } } }
      : { schema: placed }),
  }
}

/**
 * Whether a value can only be written as JSON text: an object, or a list of more than texts and
 * numbers.
 */
function isStructured(schema: JsonSchema, root: JsonSchema): boolean {
  if (acceptedTypes(schema, root).has('object')) return true
  const { items } = deref(schema, root)
  return (
    typeof items === 'object' &&
    ['object', 'array'].some((type) => acceptedTypes(items, root).has(type))
  )
}

function toBody({ share }: OpenApiContext, { tool, path }: ToolRoute): object {
  const { inputSchema } = tool
  const inPath = pathArguments(path)
  const required = viewObject(inputSchema, inputSchema).required.filter(
    (name) => !inPath.includes(name),
  )
  const schema =
    inPath.length === 0
      ? { $ref: inputRef(tool) }
      : share(place(omit(inputSchema, inPath), inputRef(tool)))
  return { required: required.length > 0, content: { 'application/json': { schema } } }
}

/** The body that is the value of one argument. */
function toBareBody({ share }: OpenApiContext, tool: ToolListing, argument: string): object {
  const { properties, required } = viewObject(tool.inputSchema, tool.inputSchema)
  const { description, ...schema } = properties[argument] ?? {}
  const content = { 'application/json': { schema: share(place(schema, inputRef(tool))) } }
  return {
    ...(description !== undefined && { description }),
    required: required.includes(argument),
    content,
  }
}

/** An object schema less the named members. */
function omit(schema: JsonSchema, names: readonly string[]): JsonSchema {
  const { $defs: _, properties = {}, required = [], ...rest } = schema
  return {
    ...rest,
    properties: Object.fromEntries(
      Object.entries(properties).filter(([name]) => !names.includes(name)),
    ),
    required: required.filter((name) => !names.includes(name)),
  }
}
