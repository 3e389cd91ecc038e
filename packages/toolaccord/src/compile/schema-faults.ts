import type { AnyTool } from '../define/tool.ts'
import { minBudget } from '../fidelity/budget.ts'
import { planFaults } from '../fidelity/fit/plan-faults.ts'
import { type JsonSchema, typesOf } from '../schema/json-schema.ts'
import { paramHeaderFaults } from '../schema/param-headers.ts'
import { createdFaults } from './created-faults.ts'
import { flagFaults } from './flag-faults.ts'
import { pathArguments, routeFaults } from './route-faults.ts'

const isUnion = (schema: JsonSchema): boolean =>
  schema.anyOf !== undefined ||
  schema.oneOf !== undefined ||
  schema.allOf !== undefined ||
  typesOf(schema).length > 1

/** Checks the input schema of a tool, and everything that names its arguments. */
export function* inputSchemaFaults(schema: JsonSchema, tool: AnyTool): Iterable<string> {
  const fault = findInputFault(schema, tool)
  if (fault !== undefined) {
    yield `input: ${fault}`
    return
  }
  const properties = Object.keys(schema.properties ?? {})
  yield* unknownArguments(properties, tool)
  const { positionals = [], flags = {}, output } = tool.cli
  const hasOutput = output !== undefined
  const isLong = tool.long !== undefined
  yield* flagFaults({ properties, positionals, flags, hasOutput, isLong })
  yield* routeFaults(tool)
  yield* paramHeaderFaults(schema)
}

function findInputFault(schema: JsonSchema, { input }: AnyTool): string | undefined {
  if (isUnion(schema) && input.verbatim !== true) {
    return 'must be one object schema; clients drop every tool of a server that shows a union here'
  }
  const [type] = typesOf(schema)
  if (type === 'object') return undefined
  const found = type === undefined ? 'has no type' : `is of type ${type}`
  return `its root ${found}; arguments have names, so use an object schema such as z.object({ … })`
}

/** Finds arguments that a tool names and does not have. */
function* unknownArguments(properties: readonly string[], tool: AnyTool): Iterable<string> {
  const { cli, rest } = tool
  const named: Readonly<Record<string, readonly string[]>> = {
    'cli.positionals': cli.positionals ?? [],
    'cli.flags': Object.keys(cli.flags ?? {}),
    'cli.files': Object.keys(cli.files ?? {}),
    'cli.outputArguments': Object.keys(cli.outputArguments ?? {}),
    deprecatedArguments: Object.keys(tool.deprecatedArguments ?? {}),
    deprecatedValues: Object.keys(tool.deprecatedValues ?? {}),
    'rest.path': pathArguments(rest?.path ?? ''),
    'rest.body': rest?.body === undefined ? [] : [rest.body],
  }
  const known = properties.join(', ') || 'none'
  for (const [place, names] of Object.entries(named)) {
    for (const name of names) {
      if (properties.includes(name)) continue
      yield `${place}: there is no argument '${name}'; it has ${known}`
    }
  }
}

/** Checks the output schema of a tool, and everything that names properties of the data. */
export function* outputSchemaFaults(schema: JsonSchema, tool: AnyTool): Iterable<string> {
  yield* rootFaults(schema)
  if (tool.long !== undefined && !typesOf(schema).includes('object')) {
    yield 'output: a long tool may answer with a handle, so its root must be an object schema'
  }
  yield* namedPropertyFaults(schema, tool)
  yield* createdFaults(tool, schema)
  yield* fidelityFaults(schema, tool)
}

/** Checks what a command names of the data: what it writes to a file, and what it prints. */
function* namedPropertyFaults({ properties = {} }: JsonSchema, { cli }: AnyTool): Iterable<string> {
  const known = Object.keys(properties).join(', ') || 'none'
  for (const member of ['output', 'print'] as const) {
    const name = cli[member]
    if (name === undefined || Object.hasOwn(properties, name)) continue
    yield `cli.${member}: the data has no property '${name}'; it has ${known}`
  }
}

function* rootFaults(schema: JsonSchema): Iterable<string> {
  if (schema.allOf !== undefined) {
    yield 'output: its root is an intersection, which clients refuse; use one object schema'
  } else if (isUnion(schema)) {
    yield (
      'output: its root is a union, which clients refuse; ' +
        'put the union under a key of an object'
    )
  } else if (typesOf(schema).length === 0) {
    yield 'output: its root has no type; use an object schema'
  }
}

function* fidelityFaults(schema: JsonSchema, { fidelity = {} }: AnyTool): Iterable<string> {
  const { budget = minBudget, items = [], whole = [] } = fidelity
  if (!Number.isSafeInteger(budget) || budget < minBudget) {
    yield `fidelity.budget: ${budget} is not a whole number of tokens from ${minBudget} on`
  }
  yield* planFaults({ items, whole }, schema)
}
