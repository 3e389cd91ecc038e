import type { AnyTool, ToolInit } from '../define/tool.ts'
import { isRecord } from '../json/json.ts'
import { nearest } from '../names/nearest.ts'
import type { Schema } from '../schema/schema.ts'

/** Every member of a tool; the compiler keeps the list whole. */
const toolMembers: Readonly<Record<keyof ToolInit<string, Schema, Schema, string>, true>> = {
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
  fidelity: true,
  consent: true,
  flag: true,
  scopes: true,
  prefix: true,
  formerly: true,
  deprecated: true,
  deprecatedArguments: true,
  deprecatedValues: true,
  openWorld: true,
  interactive: true,
  meta: true,
  run: true,
}

/** What a value is, for a message. */
const kindOf = (value: unknown): string => {
  if (value === undefined || value === null) return String(value)
  return Array.isArray(value)
    ? 'a list'
    : `${typeof value === 'object' ? 'an' : 'a'} ${typeof value}`
}

/** Members that are not known, each with the one that was probably meant. */
export function unknownMembers(value: object, known: object, word: string): string[] {
  const names = Object.keys(known)
  return Object.keys(value).flatMap((name) => {
    if (names.includes(name)) return []
    const meant = nearest(name, names)
    return [
      `has no ${word} '${name}'; ${meant === undefined ? `it has ${names.join(', ')}` : `did you mean '${meant}'?`}`,
    ]
  })
}

/** Texts that are none. */
export const textFaults = (values: Readonly<Record<string, unknown>>): string[] =>
  Object.entries(values).flatMap(([name, value]) =>
    typeof value === 'string' ? [] : [`${name}: must be a text, not ${kindOf(value)}`],
  )

/** A contract that is none, such as the name of one. */
export const contractFaults = (contract: unknown): string[] =>
  isRecord(contract) && typeof contract.encode === 'function'
    ? []
    : [
        `contract: must be a contract, not ${kindOf(contract)}; import one from toolaccord/contracts`,
      ]

/** What stands in a list, or instead of one, and is not of the kind that the list is of. */
export function listFaults(
  name: string,
  list: unknown,
  isOne: (value: object) => boolean,
  one: string,
  advice: string,
): string[] {
  if (!Array.isArray(list)) return [`${name} is ${kindOf(list)}; it must be a list`]
  return list.flatMap((value: unknown, index) =>
    isRecord(value) && isOne(value) ? [] : [`${name}[${index}]${misfit(value, one, advice)}`],
  )
}

function misfit(value: unknown, one: string, advice: string): string {
  if (value === undefined)
    return ` is undefined, not ${one}; look for a name that is not exported, or for modules that import each other`
  if (typeof value === 'function') return ` is a function, not ${one}; call it`
  if (!isRecord(value)) return ` is ${kindOf(value)}, not ${one}; ${advice}`
  return `${typeof value.name === 'string' ? ` ('${value.name}')` : ''} is not ${one}; ${advice}`
}

/** Whether a value came out of `defineTool`: only there are these two filled in. */
export const isTool = (value: unknown): value is AnyTool =>
  isRecord(value) && Array.isArray(value.codes) && isRecord(value.cli)

/**
 * Members of a tool that are missing, unknown or of a wrong kind, which a compiler would have
 * refused.
 */
export function toolShapeFaults(tool: AnyTool): string[] {
  // The members are looked at as what JavaScript may have put there.
  const {
    name,
    summary,
    input,
    output,
    effect,
    run,
  }: { readonly [Member in keyof AnyTool]: unknown } = tool
  return [
    ...unknownMembers(tool, toolMembers, 'member'),
    ...textFaults({ name, summary }),
    ...schemaFaults('input', input),
    ...(output === undefined
      ? ['output: is missing; give the schema of the data, such as z.object({ … })']
      : schemaFaults('output', output)),
    ...(effect === 'read' || effect === 'write' || effect === 'destroy'
      ? []
      : [
          `effect: must be 'read', 'write' or 'destroy', not ${typeof effect === 'string' ? `'${effect}'` : kindOf(effect)}`,
        ]),
    ...(typeof run === 'function' ? [] : [`run: must be a function, not ${kindOf(run)}`]),
  ].map((fault) => `tool '${tool.name}' ${fault}`)
}

/** ArkType's schemas are functions. */
const schemaFaults = (side: string, schema: unknown): string[] =>
  (typeof schema === 'function' || isRecord(schema)) && '~standard' in schema
    ? []
    : [
        `${side}: is no Standard Schema; use an object schema such as z.object({ … }), or fromJsonSchema of toolaccord/json-schema`,
      ]
