import { pathArguments } from '../../../compile/route-faults.ts'
import type { ToolListing } from '../../../compile/tool-listing.ts'
import type { JsonSchema } from '../../../schema/json-schema.ts'
import { deref, viewObject } from '../../../schema/object-view.ts'
import { acceptedTypes } from '../../../schema/walk.ts'
import { toCommand } from '../../cli/commands/commands.ts'
import { type ToolRoute, takesQuery } from '../requests/routes.ts'

/**
 * A shell line that calls a route with its required arguments, and those of its path; words in
 * capitals stand for texts.
 */
export function curlLine(route: ToolRoute, origin: string): string {
  const inPath = pathArguments(route.path)
  const args = exampleArguments(route.tool.inputSchema, inPath)
  const beside = [...args].filter(([name]) => !inPath.includes(name) && name !== route.body)
  const path = route.path.replaceAll(/:(\w+)/g, (_, name: string) => toUrlText(args.get(name)))
  const query = takesQuery(route)
    ? beside.map(([name, value]) => `${toUrlText(name)}=${toUrlText(value)}`).join('&')
    : ''
  const url = quote(origin + path + (query === '' ? '' : `?${query}`))
  const method = route.method === 'GET' ? '' : `-X ${route.method} `
  const body = takesQuery(route)
    ? args.get(route.body ?? '')
    : beside.length === 0
      ? undefined
      : Object.fromEntries(beside)
  return body === undefined
    ? `curl ${method}${url}`
    : `curl ${method}${url} -H 'Content-Type: application/json' -d ${quote(JSON.stringify(body))}`
}

/** A shell line that calls a tool as a command with its required arguments. */
export function commandLine(tool: ToolListing): string {
  const { name, positionals, flags } = toCommand(tool)
  const words = positionals
    .filter(({ required }) => required)
    .map(({ argument, isFile }) => (isFile ? 'FILE' : argument.toUpperCase()))
  const isNamed = (argument: string) =>
    !argument.includes('.') && !positionals.some((one) => one.argument === argument)
  const named = flags.filter(({ required, argument }) => required && isNamed(argument))
  return [
    'toolaccord',
    'SERVER',
    name,
    ...words,
    ...named.flatMap((flag) => [`--${flag.name}`, flag.placeholder ?? []].flat()),
  ].join(' ')
}

function exampleArguments(
  schema: JsonSchema,
  inPath: readonly string[],
): ReadonlyMap<string, unknown> {
  const { properties, required } = viewObject(schema, schema)
  return new Map(
    [...required, ...inPath].map((name) => [name, exampleOf(name, properties[name] ?? {}, schema)]),
  )
}

function exampleOf(name: string, given: JsonSchema, root: JsonSchema): unknown {
  const schema = deref(given, root)
  const example = schema.default ?? schema.const ?? schema.enum?.[0]
  if (example !== undefined) return example
  const types = acceptedTypes(schema, root)
  if (types.has('string') || types.has('any')) return name.toUpperCase()
  if (types.has('number') || types.has('integer')) return schema.minimum ?? 1
  if (types.has('boolean')) return true
  return types.has('array') ? [] : types.has('object') ? {} : null
}

const toUrlText = (value: unknown): string =>
  encodeURIComponent(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))

const quote = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`
