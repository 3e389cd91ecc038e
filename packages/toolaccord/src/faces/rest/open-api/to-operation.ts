import { pathArguments } from '../../../compile/route-faults.ts'
import type { ToolListing } from '../../../compile/to-tool-listing.ts'
import { compact } from '../../../json/json.ts'
import type { JsonSchema } from '../../../schema/json-schema.ts'
import { deref } from '../../../schema/json-schema.ts'
import { acceptedTypes } from '../../../schema/json-schema.ts'
import { viewObject } from '../../../schema/json-schema.ts'
import { formType } from '../requests/is-html-form.ts'
import { type ToolRoute, hasEvents } from '../requests/routes.ts'
import { componentName, toRef } from './component-name.ts'
import type { OpenApiContext } from './open-api-context.ts'
import { toResponses } from './responses.ts'
import { inputRef, place } from './schemas.ts'

/** One operation of an OpenAPI document. */
export interface OpenApiOperation {
  readonly operationId: string
  readonly summary: string
  readonly description?: string | undefined
  readonly deprecated?: true | undefined
  readonly tags: readonly string[]
  readonly parameters: readonly object[]
  readonly requestBody?: object | undefined
  readonly responses: Readonly<Record<string, object>>
  /** The scopes that a token must have, if one is needed. */
  readonly security?: readonly [{ readonly token: readonly string[] }] | undefined
}

/** Describes one route; `pathNames` are the names that the document has for its path arguments. */
export function toOperation(
  context: OpenApiContext,
  route: ToolRoute,
  pathNames: readonly string[],
): OpenApiOperation {
  const { tool, id } = route
  return compact<OpenApiOperation>({
    operationId: id,
    summary: tool.summary,
    description: tool.description,
    deprecated: tool.deprecated === undefined ? undefined : true,
    tags: [tool.effect],
    parameters: parametersOf(context, route, pathNames),
    requestBody: bodyOf(context, route),
    responses: toResponses(context, route),
    security: context.isProtected ? [{ token: tool.scopes }] : undefined,
  })
}

function parametersOf(
  context: OpenApiContext,
  route: ToolRoute,
  pathNames: readonly string[],
): readonly object[] {
  const parameters: object[] = [toRef('parameters', 'RequestId')]
  if (route.method !== 'GET') parameters.push(toRef('parameters', 'IdempotencyKey'))
  if (route.tool.job !== undefined) parameters.push(toRef('parameters', 'Prefer'))
  if (hasEvents(route)) parameters.push(toRef('parameters', 'LastEventId'))
  for (const [index, argument] of pathArguments(route.path).entries()) {
    const name = pathNames[index] ?? argument
    const init = { name, in: 'path', required: true } as const
    parameters.push(toParameter(context, route.tool, argument, init))
  }
  if (route.takesQuery) parameters.push(...queryParameters(context, route))
  return parameters
}

function queryParameters(context: OpenApiContext, { tool, path, body }: ToolRoute): object[] {
  const { properties, required } = viewObject(tool.inputSchema, tool.inputSchema)
  const elsewhere = new Set([...pathArguments(path), body])
  const names = Object.keys(properties).filter((name) => !elsewhere.has(name))
  return names.map((name) => {
    const init = { name, in: 'query', required: required.includes(name) } as const
    return context.parameters.put(
      [componentName(name), componentName(tool.name, name)],
      toParameter(context, tool, name, init),
    )
  })
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
  if (!isStructured(schema, root)) return compact({ ...init, description, schema: placed })
  return compact({ ...init, description, content: { 'application/json': { schema: placed } } })
}

/** True if a value can only be written as JSON: an object, or an array of objects or arrays. */
function isStructured(schema: JsonSchema, root: JsonSchema): boolean {
  if (acceptedTypes(schema, root).has('object')) return true
  const { items } = deref(schema, root)
  if (typeof items !== 'object') return false
  const types = acceptedTypes(items, root)
  return types.has('object') || types.has('array')
}

function bodyOf(context: OpenApiContext, route: ToolRoute): object | undefined {
  if (!route.takesBody) return undefined
  if (route.body === undefined) return toBody(context, route)
  return toBareBody(context, route.tool, route.body)
}

/** The body that is an object of arguments. */
function toBody({ share }: OpenApiContext, { tool, path, form }: ToolRoute): object {
  const { inputSchema } = tool
  const inPath = pathArguments(path)
  const required = viewObject(inputSchema, inputSchema).required.filter(
    (name) => !inPath.includes(name),
  )
  const ref = inputRef(tool)
  const isWhole = inPath.length === 0
  const schema = isWhole ? { $ref: ref } : share(place(omit(inputSchema, inPath), ref))
  const content: Record<string, object> = { 'application/json': { schema } }
  if (form !== undefined) content[formType] = { schema }
  return { required: required.length > 0, content }
}

/** The body that is the value of one argument. */
function toBareBody({ share }: OpenApiContext, tool: ToolListing, argument: string): object {
  const { properties, required } = viewObject(tool.inputSchema, tool.inputSchema)
  const { description, ...schema } = properties[argument] ?? {}
  const content = { 'application/json': { schema: share(place(schema, inputRef(tool))) } }
  return compact({ description, required: required.includes(argument), content })
}

/** An object schema without the named properties. */
function omit(schema: JsonSchema, names: readonly string[]): JsonSchema {
  const { $defs: _, properties = {}, required = [], ...rest } = schema
  const kept = Object.entries(properties).filter(([name]) => !names.includes(name))
  return {
    ...rest,
    properties: Object.fromEntries(kept),
    required: required.filter((name) => !names.includes(name)),
  }
}
