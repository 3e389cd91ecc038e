import { pathArguments } from '../../../compile/route-faults.ts'
import type { ToolListing } from '../../../compile/to-tool-listing.ts'
import type { JsonSchema } from '../../../schema/json-schema.ts'
import { deref } from '../../../schema/json-schema.ts'
import { acceptedTypes } from '../../../schema/json-schema.ts'
import { viewObject } from '../../../schema/json-schema.ts'
import { toCommand } from '../../cli/commands/commands.ts'
import { sampleNumber } from '../../sample-number.ts'
import type { ToolRoute } from '../requests/routes.ts'

/**
 * A shell line that calls a route with the arguments of its path and all that are required. Words
 * in capitals are placeholders.
 */
export function curlExample(route: ToolRoute, origin: string): string {
  const inPath = pathArguments(route.path)
  const args = exampleArguments(route.tool.inputSchema, inPath)
  const beside = [...args].filter(([name]) => !inPath.includes(name) && name !== route.body)
  const path = route.path.replaceAll(/:(\w+)/g, (_, name: string) => toUrlText(args.get(name)))
  const query = route.takesQuery ? toQuery(beside) : ''
  const words = ['curl']
  if (route.method !== 'GET') words.push('-X', route.method)
  words.push(quote(origin + path + query))
  const body = route.takesQuery ? args.get(route.body ?? '') : toObject(beside)
  if (body !== undefined)
    words.push('-H', "'Content-Type: application/json'", '-d', quote(JSON.stringify(body)))
  return words.join(' ')
}

type Arguments = readonly (readonly [name: string, value: unknown])[]

function toQuery(args: Arguments): string {
  if (args.length === 0) return ''
  const pairs = args.map(([name, value]) => `${toUrlText(name)}=${toUrlText(value)}`)
  return `?${pairs.join('&')}`
}

function toObject(args: Arguments): object | undefined {
  if (args.length === 0) return undefined
  return Object.fromEntries(args)
}

/** A shell line that calls a tool as a command with its required arguments. */
export function commandExample(tool: ToolListing): string {
  const { name, positionals, flags } = toCommand(tool)
  const words = ['toolaccord', 'SERVER', name]
  for (const { argument, required, isFile } of positionals)
    if (required) words.push(isFile ? 'FILE' : argument.toUpperCase())
  for (const flag of flags) {
    const isPositional = positionals.some(({ argument }) => argument === flag.argument)
    const isNested = flag.argument.includes('.')
    if (!flag.required || isPositional || isNested) continue
    words.push(`--${flag.name}`)
    if (flag.placeholder !== undefined) words.push(flag.placeholder)
  }
  return words.join(' ')
}

function exampleArguments(
  schema: JsonSchema,
  inPath: readonly string[],
): ReadonlyMap<string, unknown> {
  const { properties, required } = viewObject(schema, schema)
  const names = [...required, ...inPath]
  return new Map(names.map((name) => [name, exampleOf(name, properties[name] ?? {}, schema)]))
}

function exampleOf(name: string, given: JsonSchema, root: JsonSchema): unknown {
  const schema = deref(given, root)
  const example = schema.default ?? schema.const ?? schema.enum?.[0]
  if (example !== undefined) return example
  const types = acceptedTypes(schema, root)
  if (types.has('string') || types.has('any')) return name.toUpperCase()
  if (types.has('number') || types.has('integer')) return sampleNumber(schema)
  if (types.has('boolean')) return true
  if (types.has('array')) return []
  if (types.has('object')) return {}
  return null
}

function toUrlText(value: unknown): string {
  if (typeof value === 'string') return encodeURIComponent(value)
  return encodeURIComponent(JSON.stringify(value) ?? '')
}

const quote = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`
