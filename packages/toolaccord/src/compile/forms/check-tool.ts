import type { ItemPlan, ToolFidelity } from '../../define/fidelity-plan.ts'
import type { LongInit } from '../../define/long-init.ts'
import type { AnyTool, CommandInit, FormerName, Route, ToolInit } from '../../define/tool.ts'
import { isRecord } from '../../json/json.ts'
import type { Deprecation } from '../../outcome/outcome.ts'
import { type Schema, isSchema } from '../../schema/schema.ts'
import {
  type Form,
  type Members,
  type Thing,
  anything,
  boolean,
  callable,
  formOf,
  listOf,
  number,
  objectOf,
  oneOf,
  optional,
  recordOf,
  text,
} from './form.ts'

const schema: Form = (value, place, faults) => {
  if (isSchema(value)) return value
  faults.push(
    value === undefined
      ? `${place}: is missing; give the schema of the data, such as z.object({ … })`
      : `${place}: is not a Standard Schema; use an object schema such as z.object({ … }), ` +
          'or fromJsonSchema of toolaccord/json-schema',
  )
  return undefined
}

const route: Members<Route> = {
  method: oneOf('GET', 'POST', 'PUT', 'PATCH', 'DELETE'),
  path: text,
  body: optional(text),
  created: optional(text),
  form: optional(text),
}

const command: Members<CommandInit> = {
  group: optional(text),
  positionals: optional(listOf(text)),
  flags: optional(recordOf(optional(text))),
  files: optional(recordOf(optional(callable))),
  output: optional(text),
  print: optional(text),
  outputArguments: optional(recordOf(anything)),
}

const item: Members<ItemPlan> = {
  path: text,
  id: formOf(
    (value) => typeof value === 'string' || typeof value === 'function',
    'the name of a property or a function',
  ),
  priority: optional(callable),
  protected: optional(callable),
  summarise: optional(callable),
  atLeast: optional(number),
}

const fidelity: Members<ToolFidelity<unknown>> = {
  budget: optional(number),
  items: optional(listOf(objectOf(item))),
  whole: optional(listOf(text)),
}

const long: Members<LongInit> = {
  maxMs: optional(number),
  keepMs: optional(number),
  repeatable: optional(boolean),
  retries: optional(number),
  concurrency: optional(number),
  priority: optional(oneOf('low', 'normal', 'high')),
}

const longObject = objectOf(long)

/** `true` stands for the usual values. */
const longForm: Form = (value, place, faults) => {
  if (value === true) return value
  if (isRecord(value)) return longObject(value, place, faults)
  faults.push(`${place}: must be true or an object such as { maxMs: 600_000 }`)
  return undefined
}

const announced: Members<Deprecation> = {
  since: optional(text),
  use: optional(text),
  removeIn: optional(text),
}

/** The announcement that something will be removed. */
export const deprecation: Form = objectOf(announced)

const former: Members<FormerName> = {
  name: text,
  since: announced.since,
  removeIn: announced.removeIn,
}

const tool: Members<ToolInit<string, Schema, Schema, string>> = {
  name: text,
  title: optional(text),
  summary: text,
  description: optional(text),
  input: optional(schema),
  output: schema,
  effect: oneOf('read', 'write', 'destroy'),
  codes: optional(listOf(text)),
  rest: optional(objectOf(route)),
  cli: optional(objectOf(command)),
  timeoutMs: optional(number),
  long: optional(longForm),
  fidelity: optional(objectOf(fidelity)),
  consent: optional(
    formOf((value) => typeof value === 'string' || value === false, 'a string or false'),
  ),
  prepare: optional(callable),
  flag: optional(text),
  scopes: optional(listOf(text)),
  prefix: optional(text),
  formerly: optional(listOf(objectOf(former))),
  deprecated: optional(deprecation),
  deprecatedArguments: optional(recordOf(optional(deprecation))),
  deprecatedValues: optional(recordOf(optional(recordOf(deprecation)))),
  openWorld: optional(boolean),
  interactive: optional(boolean),
  attaches: optional(boolean),
  meta: optional(recordOf(anything)),
  run: callable,
}

const toolForm = objectOf(tool)

/** True for a value that came out of `defineTool`, which alone fills in these two. */
export const isTool = (value: unknown): value is AnyTool =>
  isRecord(value) && 'codes' in value && 'cli' in value

/** A tool that was made with `defineTool`; what is in it is checked by `checkTool`. */
export const toolThing: Thing = {
  one: 'a tool',
  advice: 'make it with defineTool',
  form: anything,
  isOne: isTool,
}

/** A tool with the faults of its form. */
export interface CheckedTool {
  /** Without what has a fault; an input or output that has one is undefined. */
  readonly tool: AnyTool
  /** The tool in a message: its name, else its place. */
  readonly label: string
  readonly isNamed: boolean
  readonly faults: readonly string[]
}

/** Checks what a compiler would have refused: properties that are missing, unknown or wrong. */
export function checkTool(given: AnyTool, place: string): CheckedTool {
  const found: string[] = []
  // The cast says what the form checks; a property with a fault is undefined.
  const sound = toolForm(given, '', found) as Partial<AnyTool>
  const isNamed = typeof given.name === 'string'
  const label = isNamed ? `tool '${given.name}'` : place
  const faults = found.map((fault) => `${label} ${fault}`)
  return { tool: found.length === 0 ? given : fillIn(sound), label, isNamed, faults }
}

/** Puts in what nothing else is wrong with, so that one fault is not told twice. */
function fillIn(sound: Partial<AnyTool>): AnyTool {
  const { name = 'unnamed', summary = 'Unknown.', codes = [], cli = {}, rest } = sound
  const usual = rest?.method === 'GET' ? 'read' : 'write'
  const { effect = usual } = sound
  const prepare = sound.effect === undefined ? undefined : sound.prepare
  // The cast leaves the schemas undefined, which are not looked at then.
  return { ...sound, name, summary, codes, cli, effect, prepare } as AnyTool
}
