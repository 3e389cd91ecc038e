import type { AnyTool, ToolInit } from '../define/tool.ts'
import { isRecord } from '../json/json.ts'
import { nearest } from '../names/nearest.ts'
import { type Schema, isSchema } from '../schema/schema.ts'

/** Every property of a tool; the compiler keeps the list whole. */
const toolProperties: Readonly<Record<keyof ToolInit<string, Schema, Schema, string>, true>> = {
  name: true,
  title: true,
  summary: true,
  description: true,
  input: true,
  output: true,
  effect: true,
  codes: true,
  rest: true,
  cli: true,
  timeoutMs: true,
  long: true,
  fidelity: true,
  consent: true,
  prepare: true,
  flag: true,
  scopes: true,
  prefix: true,
  formerly: true,
  deprecated: true,
  deprecatedArguments: true,
  deprecatedValues: true,
  openWorld: true,
  interactive: true,
  attaches: true,
  meta: true,
  run: true,
}

/** Names the type of a value in a message. */
function describeType(value: unknown): string {
  if (value === undefined || value === null) return String(value)
  if (Array.isArray(value)) return 'an array'
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}

/** Finds properties that are not known, each with the one that was probably meant. */
export function unknownProperties(value: object, known: object, word: string): string[] {
  const names = Object.keys(known)
  const unknown = Object.keys(value).filter((name) => !names.includes(name))
  return unknown.map((name) => {
    const meant = nearest(name, names)
    const hint = meant === undefined ? `it has ${names.join(', ')}` : `did you mean '${meant}'?`
    return `has no ${word} '${name}'; ${hint}`
  })
}

/** Finds values that are not strings. */
export function* stringFaults(values: Readonly<Record<string, unknown>>): Iterable<string> {
  for (const [name, value] of Object.entries(values)) {
    if (typeof value !== 'string') yield `${name}: must be a string, not ${describeType(value)}`
  }
}

/** Finds out if a contract is something else, such as the name of one. */
export function* contractFaults(contract: unknown): Iterable<string> {
  if (isRecord(contract) && typeof contract.encode === 'function') return
  const type = describeType(contract)
  yield `contract: must be a contract, not ${type}; import one from toolaccord/contracts`
}

/** The things that an array holds. */
export interface ListKind {
  readonly isOne: (value: object) => boolean
  /** Such as `a tool`. */
  readonly one: string
  /** How to make one. */
  readonly advice: string
}

/** Finds items of an array that are not of its kind. */
export function* listFaults(name: string, list: unknown, kind: ListKind): Iterable<string> {
  if (!Array.isArray(list)) {
    yield `${name} is ${describeType(list)}; it must be an array`
    return
  }
  for (const [index, value] of list.entries()) {
    if (!isRecord(value) || !kind.isOne(value)) yield `${name}[${index}]${misfit(value, kind)}`
  }
}

function misfit(value: unknown, { one, advice }: ListKind): string {
  if (value === undefined) {
    return (
      ` is undefined, not ${one}; look for a name that is not exported, ` +
      'or for modules that import each other'
    )
  }
  if (typeof value === 'function') return ` is a function, not ${one}; call it`
  if (!isRecord(value)) return ` is ${describeType(value)}, not ${one}; ${advice}`
  const name = typeof value.name === 'string' ? ` ('${value.name}')` : ''
  return `${name} is not ${one}; ${advice}`
}

/** True for a value that came out of `defineTool`, which alone fills in these two. */
export const isTool = (value: unknown): value is AnyTool =>
  isRecord(value) && Array.isArray(value.codes) && isRecord(value.cli)

/**
 * Finds what a compiler would have refused: properties that are missing, unknown or of a wrong
 * type.
 */
export function toolShapeFaults(tool: AnyTool): string[] {
  return [...shapeFaults(tool)].map((fault) => `tool '${tool.name}' ${fault}`)
}

// The properties are looked at as what JavaScript may have put there.
function* shapeFaults(tool: { readonly [Name in keyof AnyTool]: unknown }): Iterable<string> {
  const { name, summary, input, output, effect, prepare, run } = tool
  yield* unknownProperties(tool, toolProperties, 'property')
  yield* stringFaults({ name, summary })
  yield* standardSchemaFaults('input', input)
  if (output === undefined) {
    yield 'output: is missing; give the schema of the data, such as z.object({ … })'
  } else {
    yield* standardSchemaFaults('output', output)
  }
  if (effect !== 'read' && effect !== 'write' && effect !== 'destroy') {
    const given = typeof effect === 'string' ? `'${effect}'` : describeType(effect)
    yield `effect: must be 'read', 'write' or 'destroy', not ${given}`
  }
  if (prepare !== undefined && typeof prepare !== 'function') {
    yield `prepare: must be a function, not ${describeType(prepare)}`
  }
  if (typeof run !== 'function') yield `run: must be a function, not ${describeType(run)}`
}

function* standardSchemaFaults(side: string, schema: unknown): Iterable<string> {
  if (isSchema(schema)) return
  yield (
    `${side}: is not a Standard Schema; use an object schema such as z.object({ … }), ` +
      'or fromJsonSchema of toolaccord/json-schema'
  )
}
