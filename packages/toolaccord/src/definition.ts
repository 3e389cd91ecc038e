import type { Contract } from './contracts/contract.ts'
import { type Codebook, factsOf } from './codebook.ts'
import type { CompiledTool, Limits } from './pipeline.ts'
import { type JsonSchema, typesOf } from './schema/json-schema.ts'
import { closeObjects } from './schema/object-view.ts'
import { type Schema, type Side, toJsonSchema } from './schema/schema.ts'
import type { AnyTool } from './tool.ts'

/** Flags that every command has, so no argument may be given one of these names. */
export const globalFlags = ['help', 'version', 'json', 'ndjson', 'dialect', 'stdin', 'color', 'quiet', 'verbose', 'timeout', 'request-id', 'yes', 'param'] as const

/** The largest delay that timers take. */
const maxTimeoutMs = 2_147_483_647

/** A definition that cannot work, with every fault that was found. */
export class DefinitionError extends TypeError {
  readonly faults: readonly string[]

  constructor(server: string, faults: readonly string[]) {
    super(`Server '${server}' cannot be defined:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`)
    this.name = 'DefinitionError'
    this.faults = faults
  }
}

/** Every fault of a server's codes: one that changes what the contract's code means. */
export const codeFaults = (contract: Contract, codes: Codebook): string[] =>
  Object.entries(codes)
    .filter(([code, { kind }]) => (factsOf(contract.codes, code)?.kind ?? kind) !== kind)
    .map(([code, { kind }]) => `code '${code}' is of kind ${factsOf(contract.codes, code)?.kind} in the ${contract.name} contract and cannot be made ${kind}`)

/** A tool ready to run, or its faults. */
export function compileTool(tool: AnyTool, codes: Codebook): { readonly compiled?: CompiledTool; readonly faults: readonly string[] } {
  const [input, output] = [convert(tool.input, 'input'), convert(tool.output, 'output')]
  const faults = [
    ...nameFaults(tool.name),
    ...(tool.summary.trim() === '' ? ['needs a summary: it is what an agent chooses by'] : []),
    ...tool.codes.flatMap((code) => declaredCodeFaults(code, codes)),
    ...(typeof input === 'string' ? [`input: ${input}`] : inputFaults(input, tool)),
    ...(typeof output === 'string' ? [`output: ${output}`] : outputFaults(output)),
    ...timeoutFaults('timeoutMs', tool.timeoutMs),
  ].map((fault) => `tool '${tool.name}' ${fault}`)
  if (faults.length > 0 || typeof input === 'string' || typeof output === 'string') return { faults }
  return { compiled: { tool, inputSchema: closeObjects(input), outputSchema: closeObjects(output) }, faults }
}

/** The JSON Schema of one side, or why there is none. */
function convert(schema: Schema, side: Side): JsonSchema | string {
  try {
    return toJsonSchema(schema, side)
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

function nameFaults(name: string): string[] {
  if (!/^[A-Za-z][A-Za-z0-9_-]*$/.test(name)) return ["has a bad name: it must start with a letter and hold only letters, digits, '_' and '-'"]
  return name.length > 64 ? [`has a name of ${name.length} characters; clients take 64 at most`] : []
}

function declaredCodeFaults(code: string, codes: Codebook): string[] {
  const facts = factsOf(codes, code)
  if (facts === undefined) return [`declares the code '${code}', which neither the server nor its contract has; add it to codes of the server`]
  return facts.reserved ? [`declares the code '${code}', which is reserved: it stays in the table and nothing may answer with it`] : []
}

const isUnion = (schema: JsonSchema): boolean =>
  schema.anyOf !== undefined || schema.oneOf !== undefined || schema.allOf !== undefined || typesOf(schema).length > 1

function inputFaults(schema: JsonSchema, tool: AnyTool): string[] {
  if (isUnion(schema) || typesOf(schema)[0] !== 'object') return ['input: must be one object schema; clients drop every tool of a server that shows a union here']
  const properties = Object.keys(schema.properties ?? {})
  const unknown = (where: string, names: readonly string[]) =>
    names.filter((name) => !properties.includes(name)).map((name) => `${where}: there is no argument '${name}'; it has ${properties.join(', ') || 'none'}`)
  const { positionals = [], flags = {} } = tool.cli
  return [
    ...unknown('cli.positionals', positionals),
    ...unknown('cli.flags', Object.keys(flags)),
    ...flagFaults(properties.filter((name) => !positionals.includes(name)), flags),
    ...(tool.rest === undefined ? [] : [...unknown('rest.path', pathArguments(tool.rest.path)), ...routeFaults(tool)]),
  ]
}

function flagFaults(properties: readonly string[], flags: Readonly<Record<string, string | undefined>>): string[] {
  const taken: readonly string[] = globalFlags
  return properties
    .map((name) => ({ name, flag: flags[name] ?? name.replaceAll('_', '-') }))
    .filter(({ flag }) => taken.includes(flag))
    .map(({ name, flag }) => `argument '${name}' would be the flag --${flag}, which every command has; rename it with cli: { flags: { ${name}: '…' } }`)
}

/** The arguments that a route takes from its path. */
export const pathArguments = (path: string): string[] => [...path.matchAll(/:(\w+)/g)].flatMap(([, name]) => (name === undefined ? [] : [name]))

function routeFaults({ rest, effect }: AnyTool): string[] {
  if (rest === undefined) return []
  return [
    ...(rest.path.startsWith('/') ? [] : [`rest.path: '${rest.path}' must start with '/'`]),
    ...(/^\/(api\/|healthz$|readyz$|openapi\.json$|$)/.test(rest.path) ? [`rest.path: '${rest.path}' belongs to the framework`] : []),
    ...(rest.method === 'GET' && effect !== 'read' ? [`rest.method: a GET must not ${effect}; use POST, PUT, PATCH or DELETE`] : []),
  ]
}

function outputFaults(schema: JsonSchema): string[] {
  if (isUnion(schema)) return ["output: its root is a union, which clients refuse; put the union under a key of an object"]
  return typesOf(schema).length === 0 && schema.$ref === undefined ? ['output: its root has no type; use an object schema'] : []
}

export function timeoutFaults(name: string, timeoutMs: number | undefined): string[] {
  const fits = timeoutMs === undefined || (timeoutMs > 0 && timeoutMs <= maxTimeoutMs)
  return fits ? [] : [`${name}: ${timeoutMs} is not a time in milliseconds from 1 to ${maxTimeoutMs}`]
}

export const limitFaults = ({ timeoutMs, depth, bodyBytes }: Limits): string[] => [
  ...timeoutFaults('limits.timeoutMs', timeoutMs),
  ...(depth > 0 && depth <= 256 ? [] : [`limits.depth: ${depth} is not from 1 to 256`]),
  ...(bodyBytes > 0 ? [] : [`limits.bodyBytes: ${bodyBytes} is not a size in bytes`]),
]

/** Names that two tools would share: as a tool, as a command, or as a route. */
export function collisionFaults(tools: readonly AnyTool[]): string[] {
  return [
    ...repeated(tools.map(({ name }) => name)).map((name) => `two tools are named '${name}'`),
    ...repeated([...new Set(tools.map(({ name }) => name))].map((name) => name.toLowerCase().replaceAll('_', '-'))).map((name) => `two tools would be the command '${name}'`),
    ...repeated(tools.flatMap(({ rest }) => (rest === undefined ? [] : [`${rest.method} ${rest.path.replaceAll(/:\w+/g, ':')}`]))).map((route) => `two tools declare the route ${route}`),
  ]
}

const repeated = (names: readonly string[]): string[] => [...new Set(names.filter((name, index) => names.indexOf(name) !== index))]
