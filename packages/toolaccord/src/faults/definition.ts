import type { Contract } from '../contracts/contract/contract.ts'
import type { CompiledTool } from '../define/compiled-tool.ts'
import type { Limits } from '../define/limits.ts'
import { namesOf } from '../define/tool-names.ts'
import type { AnyTool, Route } from '../define/tool.ts'
import { minBudget } from '../fidelity/budget.ts'
import { planFaults } from '../fidelity/fit/plan-faults.ts'
import type { Flags } from '../flags/create-flags.ts'
import { repeated } from '../names/repeated.ts'
import { toKebab } from '../names/to-kebab.ts'
import { type Codebook, factsOf } from '../outcome/codebook.ts'
import { isKind, kinds } from '../outcome/kinds.ts'
import type { ConsentMode } from '../policies/consent/create-consent.ts'
import { consentOf, literalArgument, withLiteral } from '../policies/consent/literal.ts'
import { describeDeprecation } from '../policies/deprecation.ts'
import { type JsonSchema, typesOf } from '../schema/json-schema.ts'
import { closeObjects } from '../schema/object-view.ts'
import { type Schema, type Side, toJsonSchema } from '../schema/schema.ts'
import { createdFaults } from './created-faults.ts'

/** Flags that every command has, so no argument may be given one of these names. */
export const reservedFlags: readonly string[] = [
  'help',
  'version',
  'json',
  'ndjson',
  'dialect',
  'stdin',
  'color',
  'no-color',
  'quiet',
  'verbose',
  'timeout',
  'budget',
  'request-id',
  'idempotency-key',
  'yes',
  'param',
]

/** Flags of a command whose tool has `cli.output`. */
export const outputFlags: readonly string[] = ['output', 'force']

/** The largest delay that timers take. */
const maxTimeoutMs = 2_147_483_647

/**
 * A definition that cannot work, with every fault that was found.
 *
 * @example
 *   try {
 *     defineServer({ name: 'notes', version: '1.0.0', tools: [], limits: { depth: 0 } })
 *   } catch (error) {
 *     if (error instanceof DefinitionError) console.error(error.faults.join('\n'))
 *   }
 */
export class DefinitionError extends TypeError {
  readonly faults: readonly string[]

  constructor(server: string, faults: readonly string[]) {
    super(
      `Server '${server}' cannot be defined:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`,
    )
    this.name = 'DefinitionError'
    this.faults = faults
  }
}

/**
 * Every fault of a server's codes: a number that is none of a failure, or one that changes what the
 * contract's code means.
 */
export const codeFaults = (contract: Contract, codes: Codebook): string[] =>
  Object.entries(codes).flatMap(([code, { kind, status = 400, exit = 1, reserved }]) => {
    if (!isKind(kind))
      return [
        `code '${code}' has the kind '${String(kind)}'; a kind is one of ${Object.keys(kinds).join(', ')}`,
      ]
    if (!isWithin(status, 400, 599))
      return [`code '${code}' has the HTTP status ${status}; a failure has one from 400 to 599`]
    if (!isWithin(exit, 1, 125))
      return [`code '${code}' has the exit code ${exit}; a failure has one from 1 to 125`]
    const known = factsOf(contract.codes, code)
    if (known === undefined) return []
    if (known.kind !== kind)
      return [
        `code '${code}' is of kind ${known.kind} in the ${contract.name} contract and cannot be made ${kind}`,
      ]
    return known.reserved && !reserved
      ? [`code '${code}' is reserved in the ${contract.name} contract and stays so`]
      : []
  })

const isWithin = (value: number, low: number, high: number) =>
  Number.isInteger(value) && value >= low && value <= high

/** A tool ready to run, or its faults. */
export function compileTool(
  tool: AnyTool,
  codes: Codebook,
  consent: ConsentMode,
): { readonly compiled?: CompiledTool; readonly faults: readonly string[] } {
  const [input, output] = [convert(tool.input, 'input'), convert(tool.output, 'output')]
  const faults = [
    ...nameFaults(tool.name),
    ...groupFaults(tool),
    ...(tool.summary.trim() === '' ? ['needs a summary: it is what an agent chooses by'] : []),
    ...tool.codes.flatMap((code) => declaredCodeFaults(code, codes)),
    ...(typeof input === 'string' ? [`input: ${input}`] : inputFaults(input, tool)),
    ...(typeof output === 'string'
      ? [`output: ${output}`]
      : [...outputFaults(output), ...writtenFaults(output, tool), ...createdFaults(tool, output)]),
    ...timeoutFaults('timeoutMs', tool.timeoutMs),
    ...(typeof output === 'string' ? [] : fidelityFaults(tool, output)),
    ...consentFaults(tool, input),
    ...(tool.formerly ?? []).flatMap(({ name }) => nameFaults(name)),
    ...(tool.scopes ?? []).flatMap((scope) =>
      /^[\x21\x23-\x5b\x5d-\x7e]+$/.test(scope)
        ? []
        : [`scopes: '${scope}' is no scope; it must be visible ASCII without quotes and blanks`],
    ),
  ].map((fault) => `tool '${tool.name}' ${fault}`)
  if (faults.length > 0 || typeof input === 'string' || typeof output === 'string')
    return { faults }
  return {
    compiled: {
      tool,
      calledAs: tool.name,
      inputSchema: closeObjects(toShown(input, tool, consent)),
      outputSchema: closeObjects(output),
    },
    faults,
  }
}

/**
 * The arguments as clients see them: what will go is marked, and consent may be given by its
 * literal.
 */
function toShown(input: JsonSchema, tool: AnyTool, mode: ConsentMode): JsonSchema {
  const properties = Object.entries(input.properties ?? {}).map(
    ([name, schema]): [string, JsonSchema] => {
      const facts = tool.deprecatedArguments?.[name]
      return [
        name,
        facts === undefined
          ? schema
          : {
              ...schema,
              deprecated: true,
              description: [schema.description, `It ${describeDeprecation(facts)}`]
                .filter(Boolean)
                .join('. '),
            },
      ]
    },
  )
  const marked =
    tool.deprecatedArguments === undefined
      ? input
      : { ...input, properties: Object.fromEntries(properties) }
  const literal = consentOf(tool)
  return literal === undefined || mode === 'ask'
    ? marked
    : withLiteral(marked, literal, mode === 'literal')
}

function fidelityFaults(
  { fidelity: { budget = minBudget, items = [] } = {} }: AnyTool,
  output: JsonSchema,
): string[] {
  const isBudget = Number.isSafeInteger(budget) && budget >= minBudget
  return [
    ...(isBudget
      ? []
      : [`fidelity.budget: ${budget} is not a whole number of tokens from ${minBudget} on`]),
    ...planFaults({ items }, output),
  ]
}

function consentFaults(tool: AnyTool, input: JsonSchema | string): string[] {
  const literal = consentOf(tool)
  if (literal === undefined) return []
  const isTaken = typeof input === 'object' && input.properties?.[literalArgument] !== undefined
  return [
    ...(/^[A-Z][A-Z0-9_]*$/.test(literal)
      ? []
      : [`consent: '${literal}' must be made of capitals, digits and '_', such as DELETE_NOTE`]),
    ...(isTaken
      ? [
          `input: the argument '${literalArgument}' is added by the framework, because the tool needs consent; leave it out`,
        ]
      : []),
  ]
}

/** The JSON Schema of one side, or why there is none. */
function convert(schema: Schema, side: Side): JsonSchema | string {
  try {
    return toJsonSchema(schema, side)
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    return message.startsWith('Date cannot be represented')
      ? `${message}; JSON has dates as texts, such as z.iso.datetime()`
      : message
  }
}

/** A flag that the server does not have would gate nothing. */
export function gateFaults(
  tools: readonly AnyTool[],
  flags: Pick<Flags, 'isExpired'> | undefined,
): string[] {
  return tools.flatMap(({ name, flag }) => {
    if (flag === undefined) return []
    if (flags === undefined)
      return [
        `tool '${name}' flag: '${flag}' gates nothing, because the server has no flags; give it createFlags(…) as flags`,
      ]
    try {
      flags.isExpired(flag)
      return []
    } catch (error) {
      return [`tool '${name}' flag: ${error instanceof Error ? error.message : String(error)}`]
    }
  })
}

function nameFaults(name: string): string[] {
  if (!/^[A-Za-z][A-Za-z0-9_-]*$/.test(name))
    return [
      "has a bad name: it must start with a letter and hold only letters, digits, '_' and '-'",
    ]
  return name.length > 64
    ? [`has a name of ${name.length} characters; clients take 64 at most`]
    : []
}

function groupFaults({ name, cli: { group } }: AnyTool): string[] {
  if (
    group === undefined ||
    (/^[a-z][a-z0-9-]*$/.test(group) && toKebab(name).startsWith(`${group}-`))
  )
    return []
  return [
    `cli.group: '${group}' must be the words that its name begins with, in kebab-case, such as 'vocab' for vocab_list`,
  ]
}

function declaredCodeFaults(code: string, codes: Codebook): string[] {
  const facts = factsOf(codes, code)
  if (facts === undefined)
    return [
      `declares the code '${code}', which neither the server nor its contract has; add it to codes of the server`,
    ]
  return facts.reserved
    ? [
        `declares the code '${code}', which is reserved: it stays in the table, and no tool may answer with it`,
      ]
    : []
}

const isUnion = (schema: JsonSchema): boolean =>
  schema.anyOf !== undefined ||
  schema.oneOf !== undefined ||
  schema.allOf !== undefined ||
  typesOf(schema).length > 1

function inputFaults(schema: JsonSchema, tool: AnyTool): string[] {
  if (isUnion(schema) || typesOf(schema)[0] !== 'object')
    return [
      'input: must be one object schema; clients drop every tool of a server that shows a union here',
    ]
  const properties = Object.keys(schema.properties ?? {})
  const unknown = (where: string, names: readonly string[]) =>
    names
      .filter((name) => !properties.includes(name))
      .map(
        (name) =>
          `${where}: there is no argument '${name}'; it has ${properties.join(', ') || 'none'}`,
      )
  const { positionals = [], flags = {}, files = {}, output, outputArguments = {} } = tool.cli
  return [
    ...unknown('cli.positionals', positionals),
    ...unknown('cli.flags', Object.keys(flags)),
    ...unknown('cli.files', Object.keys(files)),
    ...unknown('cli.outputArguments', Object.keys(outputArguments)),
    ...unknown('deprecatedArguments', Object.keys(tool.deprecatedArguments ?? {})),
    ...unknown('deprecatedValues', Object.keys(tool.deprecatedValues ?? {})),
    ...flagFaults(
      properties,
      positionals,
      flags,
      output === undefined ? reservedFlags : [...reservedFlags, ...outputFlags],
    ),
    ...(tool.rest === undefined
      ? []
      : [
          ...unknown('rest.path', pathArguments(tool.rest.path)),
          ...unknown('rest.body', tool.rest.body === undefined ? [] : [tool.rest.body]),
          ...routeFaults(tool),
        ]),
  ]
}

function flagFaults(
  properties: readonly string[],
  positionals: readonly string[],
  flags: Readonly<Record<string, string | undefined>>,
  reserved: readonly string[],
): string[] {
  const named = properties.map((name) => ({ name, flag: flags[name] ?? toKebab(name) }))
  return named.flatMap(({ name, flag }, index) => {
    const first = named.findIndex((one) => one.flag === flag)
    if (first < index)
      return [
        `arguments '${named[first]?.name}' and '${name}' would be the one flag --${flag}; rename one with cli: { flags: { … } }`,
      ]
    if (!/^[a-z][a-z0-9-]*$/i.test(flag))
      return [
        `argument '${name}' cannot be the flag --${flag}: a flag is made of letters, digits and '-'`,
      ]
    if (!reserved.includes(flag) || positionals.includes(name)) return []
    return [
      `argument '${name}' would be the flag --${flag}, which ${reservedFlags.includes(flag) ? 'every command' : 'a command with cli.output'} has; rename it with cli: { flags: { ${name}: '…' } }`,
    ]
  })
}

/** The arguments that a route takes from its path. */
export const pathArguments = (path: string): string[] =>
  [...path.matchAll(/:(\w+)/g)].flatMap(([, name]) => (name === undefined ? [] : [name]))

function routeFaults({ rest, effect }: AnyTool): string[] {
  if (rest === undefined) return []
  return [
    ...(/^(\/(:\w+|[\w.~-]+))+$/.test(rest.path)
      ? []
      : [
          `rest.path: '${rest.path}' must be made of plain segments and ':name' segments, such as /notes/:id`,
        ]),
    ...repeated(pathArguments(rest.path)).map(
      (name) => `rest.path: '${rest.path}' takes '${name}' twice`,
    ),
    ...(isFrameworkPath(rest.path) ? [`rest.path: '${rest.path}' belongs to the framework`] : []),
    ...(rest.method === 'GET' && effect !== 'read'
      ? [`rest.method: a GET must not ${effect}; use POST, PUT, PATCH or DELETE`]
      : []),
    ...bodyFaults(rest),
  ]
}

function bodyFaults({ method, path, body }: Route): string[] {
  if (body === undefined) return []
  if (method === 'GET' || method === 'DELETE')
    return [`rest.body: a ${method} has no body; use POST, PUT or PATCH`]
  return pathArguments(path).includes(body)
    ? [`rest.body: '${body}' is taken from the path already`]
    : []
}

/** Whether a path is one that every server has. */
export const isFrameworkPath = (path: string): boolean =>
  /^\/(api(\/[^/]*)?$|healthz$|readyz$|openapi\.json$|mcp$|\.well-known(\/|$)|$)/.test(path)

function outputFaults(schema: JsonSchema): string[] {
  if (schema.allOf !== undefined)
    return ['output: its root is an intersection, which clients refuse; use one object schema']
  if (isUnion(schema))
    return [
      'output: its root is a union, which clients refuse; put the union under a key of an object',
    ]
  return typesOf(schema).length === 0 ? ['output: its root has no type; use an object schema'] : []
}

function writtenFaults({ properties = {} }: JsonSchema, { cli: { output } }: AnyTool): string[] {
  if (output === undefined || Object.hasOwn(properties, output)) return []
  return [
    `cli.output: the data has no member '${output}'; it has ${Object.keys(properties).join(', ') || 'none'}`,
  ]
}

/** The fault of a time limit that a timer cannot take; `name` says which limit it is. */
export function timeoutFaults(name: string, timeoutMs: number | undefined): string[] {
  const fits = timeoutMs === undefined || (timeoutMs > 0 && timeoutMs <= maxTimeoutMs)
  return fits
    ? []
    : [`${name}: ${timeoutMs} is not a time in milliseconds from 1 to ${maxTimeoutMs}`]
}

/** Every fault of the limits of a server. */
export const limitFaults = ({ timeoutMs, depth, bodyBytes }: Limits): string[] => [
  ...timeoutFaults('limits.timeoutMs', timeoutMs),
  ...(Number.isInteger(depth) && depth > 0 && depth <= 256
    ? []
    : [`limits.depth: ${depth} is not a whole number from 1 to 256`]),
  ...(bodyBytes > 0 ? [] : [`limits.bodyBytes: ${bodyBytes} is not a size in bytes`]),
]

/** Names that two tools would share: as a tool, as a command, or as a route. */
export function collisionFaults(tools: readonly AnyTool[], prefix: string): string[] {
  const former = tools.flatMap(({ formerly = [] }) => formerly.map(({ name }) => name))
  const bare = repeated(tools.map(({ name }) => name))
  return [
    ...bare.map((name) => `two tools are named '${name}'`),
    ...repeated([...tools.map(({ name }) => name), ...former])
      .filter((name) => former.includes(name))
      .map((name) => `the former name '${name}' is that of another tool`),
    ...repeated(tools.flatMap((tool) => namesOf(tool, prefix)))
      .filter((name) => !bare.includes(name) && !former.includes(name))
      .map((name) => `two tools would be named '${name}' with their prefixes`),
    ...repeated([...new Set(tools.map(({ name }) => name))].map(toKebab)).map(
      (name) => `two tools would be the command '${name}'`,
    ),
    ...tools
      .filter(({ name }) => tools.some(({ cli: { group } }) => group === toKebab(name)))
      .map(
        ({ name }) =>
          `tool '${name}' would be the command '${toKebab(name)}', which is a group of commands`,
      ),
    ...repeated(
      tools.flatMap(({ rest }) =>
        rest === undefined ? [] : [`${rest.method} ${rest.path.replaceAll(/:\w+/g, ':')}`],
      ),
    ).map((route) => `two tools declare the route ${route}`),
  ]
}
