import { pathArguments } from '../../../compile/route-faults.ts'
import { compact } from '../../../json/json.ts'
import type { JsonSchema } from '../../../schema/json-schema.ts'
import type { Server } from '../../../server.ts'
import { representationsOf } from '../requests/representations-of.ts'
import { type ToolRoute, routesOf } from '../requests/routes.ts'
import { type ResourceRoute, resourceRoutesOf } from '../resources/resource-routes.ts'
import { createComponentShelf } from './create-component-shelf.ts'
import type { OpenApiContext } from './open-api-context.ts'
import { hasJobs, toSchemas } from './schemas.ts'
import { type OpenApiOperation, toOperation } from './to-operation.ts'
import { toResourceOperation } from './to-resource-operation.ts'

/** Options of a document, all optional. */
export interface OpenApiOptions {
  /** Where the routes are. Default: where the document is. */
  readonly url?: string | undefined
  /** True if callers need a token. Default: false. */
  readonly isProtected?: boolean | undefined
}

/** An OpenAPI 3.1 document, with the properties that the framework writes. */
export interface OpenApiDocument {
  readonly openapi: '3.1.0'
  readonly info: {
    readonly title: string
    readonly version: string
    readonly summary?: string | undefined
    readonly description: string
  }
  readonly servers?: readonly { readonly url: string }[] | undefined
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>
    readonly responses: Readonly<Record<string, object>>
    readonly parameters: Readonly<Record<string, object>>
    readonly headers: Readonly<Record<string, object>>
    readonly securitySchemes?: Readonly<Record<string, object>> | undefined
  }
}

/**
 * Describes every route of a server's tools and resources.
 *
 * @example
 *   import { toOpenApi } from 'toolaccord/rest'
 *
 *   const server = defineServer({ name: 'office', version: '1.0.0', tools: [] })
 *   toOpenApi(server).openapi // → '3.1.0'
 */
export function toOpenApi(
  server: Server,
  { url, isProtected = false }: OpenApiOptions = {},
): OpenApiDocument {
  const { name: title, version, summary } = server
  const { schemas, share } = toSchemas(server)
  const responses = createComponentShelf('responses')
  const parameters = createComponentShelf('parameters')
  const isLong = hasJobs(server.tools())
  const shared = isLong ? { ...headerParameters, ...jobParameters } : headerParameters
  for (const [name, parameter] of Object.entries(shared)) parameters.put([name], parameter)
  const paths = toPaths({ server, isProtected, share, responses, parameters })
  return compact<OpenApiDocument>({
    openapi: '3.1.0',
    info: compact({ title, version, summary, description: describeAnswers(server) }),
    servers: url === undefined ? undefined : [{ url }],
    tags,
    paths,
    components: compact({
      schemas,
      responses: responses.contents(),
      parameters: parameters.contents(),
      headers: isLong ? { ...headers, ...jobHeaders } : headers,
      securitySchemes: isProtected ? { token: { type: 'http', scheme: 'bearer' } } : undefined,
    }),
  })
}

function describeAnswers({ contract }: Server): string {
  const [, ...named] = representationsOf(contract)
  const types = named.map(({ mediaType }) => `\`${mediaType}\``).join(', ')
  return (
    `Every answer is an envelope of the ${contract.name} dialect; ` +
    `\`Accept\` chooses another: ${types}.`
  )
}

/**
 * Paths that differ only in the names of their arguments are one path to OpenAPI, which has the
 * names of the first one.
 */
function toPaths(context: OpenApiContext): OpenApiDocument['paths'] {
  const { tools, resources } = context.server
  const firsts = new Map<string, string>()
  const paths: Record<string, Record<string, OpenApiOperation>> = {}
  for (const route of [...tools().flatMap(routesOf), ...resourceRoutesOf(resources())]) {
    const shape = route.path.replaceAll(/:\w+/g, ':')
    const first = firsts.get(shape) ?? route.path
    firsts.set(shape, first)
    const path = first.replaceAll(/:(\w+)/g, '{$1}')
    const names = pathArguments(first)
    paths[path] ??= {}
    paths[path][route.method.toLowerCase()] = describeRoute(context, route, names)
  }
  return paths
}

function describeRoute(
  context: OpenApiContext,
  route: ToolRoute | ResourceRoute,
  pathNames: readonly string[],
): OpenApiOperation {
  if ('resource' in route) return toResourceOperation(context, route, pathNames)
  return toOperation(context, route, pathNames)
}

const tags = [
  { name: 'read', description: 'Changes nothing.' },
  { name: 'write', description: 'Changes something.' },
  { name: 'destroy', description: 'Takes something away for good.' },
]

const requestId = {
  description: 'Names the call, in logs and in the answer.',
  schema: { type: 'string', pattern: '^[A-Za-z0-9._-]{1,128}$' },
}

const headerParameters = {
  RequestId: { name: 'X-Request-Id', in: 'header', ...requestId },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description: 'Names the call for a retry, if the server keeps it from being run twice.',
    schema: { type: 'string', pattern: '^[!-~]{1,255}$' },
  },
}

/** Of routes that may take long. */
const jobParameters = {
  Prefer: {
    name: 'Prefer',
    in: 'header',
    description:
      '`wait=N`: wait at most N seconds for the answer; `respond-async`: do not wait for it ' +
      '(RFC 7240).',
    schema: { type: 'string' },
    example: 'wait=10',
  },
  LastEventId: {
    name: 'Last-Event-ID',
    in: 'header',
    description: 'The event that was seen last, if the events are asked for again.',
    schema: { type: 'string' },
  },
}

/** Of answers that may take long. */
const jobHeaders = {
  Location: {
    description: 'Where to find what was made, or the job.',
    schema: { type: 'string', format: 'uri-reference' },
  },
  'Preference-Applied': {
    description: 'The preferences of the request that were heeded.',
    schema: { type: 'string' },
  },
}

const headers = {
  'X-Request-Id': requestId,
  'Toolaccord-Notes': {
    description: 'What the envelope has no field for, as JSON in ASCII.',
    schema: { type: 'string' },
  },
  'Retry-After': {
    description: 'Seconds to wait before the next call.',
    schema: { type: 'integer' },
  },
  'RateLimit-Limit': {
    description: 'How many calls the limit allows.',
    schema: { type: 'integer' },
  },
  'RateLimit-Remaining': {
    description: 'How many of these are left.',
    schema: { type: 'integer' },
  },
  'RateLimit-Reset': {
    description: 'Seconds until all are there again.',
    schema: { type: 'integer' },
  },
  'WWW-Authenticate': {
    description: 'Which token is needed, and where to get one.',
    schema: { type: 'string' },
  },
  Location: {
    description: 'Where to find what was made.',
    schema: { type: 'string', format: 'uri-reference' },
  },
  ETag: {
    description: 'For `If-None-Match`, if the content has a hash.',
    schema: { type: 'string' },
  },
}
