import type { ToolListing } from '../../../compile/to-tool-listing.ts'
import { isRecord } from '../../../json/json.ts'
import { longFlags, outputFlags, reservedFlags } from '../../../names/to-flag-names.ts'
import { toKebab } from '../../../names/to-kebab.ts'
import { literalArgument } from '../../../policies/consent/literal.ts'
import { type JsonSchema, parametersKeyword } from '../../../schema/json-schema.ts'
import { deref } from '../../../schema/json-schema.ts'
import { acceptedTypes } from '../../../schema/json-schema.ts'
import { viewObject } from '../../../schema/json-schema.ts'
import { toAnswerFlags } from './answer-flags.ts'
import { type Flag, sayArgument } from './flags.ts'

/** A flag that gives an argument of the tool, or a property of one. */
export interface ArgumentFlag extends Flag {
  /** `a`, or `a.b` for a property. */
  readonly argument: string
  readonly schema: JsonSchema
  readonly required: boolean
  /** True if the flag can be given several times, which makes an array. */
  readonly repeatable: boolean
  /** True if `--<name>.<property>` is accepted for properties that have no flag of their own. */
  readonly open: boolean
  /** How the parameters of the tool are given: one value, or a value by name. */
  readonly parameter?: 'scalar' | 'named'
  /** True if the text is the path of a file. */
  readonly isFile?: boolean
}

/** An argument that is given by its position. */
export interface Positional {
  readonly argument: string
  readonly schema: JsonSchema
  readonly required: boolean
  /** True for the last positional if it is an array: it takes every word that is left. */
  readonly takesRest: boolean
  /** True if the word is the path of a file. */
  readonly isFile: boolean
}

/** A tool, as the command line knows it. */
export interface Command {
  readonly name: string
  /** The name by which the tool is called: its own, or a former one. */
  readonly calledAs: string
  readonly tool: ToolListing
  readonly positionals: readonly Positional[]
  readonly flags: readonly ArgumentFlag[]
  /** Flags that decide where the answer goes, and when. */
  readonly answerFlags: readonly Flag[]
}

/** Deeper properties are given as JSON: nobody types five dots, and recursive schemas never end. */
const maxDepth = 3

/** A longer list of choices is not shown in usage lines. */
const maxChoicesLength = 32

/** The name of a tool on the command line: `list-notes`, or `vocab list` in a group. */
export function commandName({ name, cli: { group } }: ToolListing): string {
  const command = toKebab(name)
  if (group === undefined) return command
  return `${group} ${command.slice(group.length + 1)}`
}

/** True if an argument of a tool is given as a file. */
export const isFile = ({ cli }: ToolListing, argument: string): boolean =>
  Object.hasOwn(cli.files ?? {}, argument)

/**
 * Finds the command that a word names, or a group and a word. Tools are known by their command name
 * and by their own name, former names included.
 */
export function findCommand(tools: readonly ToolListing[], word: string): Command | undefined {
  const named = tools.flatMap((tool) =>
    [tool.name, ...tool.formerly.map(({ name }) => name)].map((calledAs) => ({ tool, calledAs })),
  )
  const isSpeltAs = ({ tool, calledAs }: (typeof named)[number]) =>
    toKebab(calledAs) === word || commandName(tool) === word
  const found = named.find(({ calledAs }) => calledAs === word) ?? named.find(isSpeltAs)
  return found && toCommand(found.tool, found.calledAs)
}

/** True if a word names the command of a tool. */
export const isCommand = (target: object | undefined): target is Command =>
  target !== undefined && 'tool' in target

/** Makes a command of a tool. */
export function toCommand(tool: ToolListing, calledAs: string = tool.name): Command {
  const isPlain = tool.cli.output === undefined && tool.job === undefined
  return {
    name: commandName(tool),
    calledAs,
    tool,
    positionals: toPositionals(tool),
    flags: toArgumentFlags(tool),
    answerFlags: isPlain ? [] : toAnswerFlags(tool),
  }
}

function toPositionals(tool: ToolListing): readonly Positional[] {
  const { inputSchema: root, cli } = tool
  const { properties, required } = viewObject(root, root)
  const names = cli.positionals ?? []
  return names.map((argument, index) => {
    const schema = deref(properties[argument] ?? {}, root)
    const asFile = isFile(tool, argument)
    const isLast = index === names.length - 1
    return {
      argument,
      schema,
      required: required.includes(argument),
      takesRest: isLast && !asFile && acceptedTypes(schema, root).has('array'),
      isFile: asFile,
    }
  })
}

/** An argument, or a property of one, that gets a flag. */
interface FlagSource {
  /** The name of the flag. */
  readonly name: string
  readonly argument: string
  readonly schema: JsonSchema
  readonly required: boolean
  readonly root: JsonSchema
}

function toArgumentFlags(tool: ToolListing): readonly ArgumentFlag[] {
  const { inputSchema: root, cli } = tool
  const { properties, required } = viewObject(root, root)
  return Object.entries(properties).flatMap(([argument, schema]) => {
    const own = toKebab(argument)
    const name = cli.flags?.[argument] ?? own
    // On a command line consent is given with --yes.
    const isConsent = tool.consent !== undefined && argument === literalArgument
    if (isReserved(name, tool) || isConsent) return []
    const source = { name, argument, schema, required: required.includes(argument), root }
    const [flag, ...others] = toFlagsOf(tool, source)
    if (flag === undefined) return []
    return [isReserved(own, tool) ? sayArgument(flag, argument) : flag, ...others]
  })
}

/** Only a positional may be named like a reserved flag; it is then given by position alone. */
function isReserved(name: string, { cli, job }: ToolListing): boolean {
  if (reservedFlags.includes(name)) return true
  if (job === 'starts' && longFlags.includes(name)) return true
  return cli.output !== undefined && outputFlags.includes(name)
}

function toFlagsOf(tool: ToolListing, source: FlagSource): readonly ArgumentFlag[] {
  if (isFile(tool, source.argument)) return [toFileFlag(source)]
  if (source.schema[parametersKeyword] === true) return toParameterFlags(source)
  return withProperties(source, 0)
}

function toFileFlag({ name, argument, schema: given, required, root }: FlagSource): ArgumentFlag {
  const schema = deref(given, root)
  return {
    name,
    argument,
    schema,
    required,
    repeatable: false,
    open: false,
    isFile: true,
    placeholder: 'FILE',
    summary: given.description ?? schema.description ?? '',
  }
}

function toParameterFlags({ name, argument, schema, required }: FlagSource): ArgumentFlag[] {
  const shared = { argument, schema, required, open: false }
  return [
    {
      ...shared,
      name,
      placeholder: 'NUMBER',
      repeatable: false,
      parameter: 'scalar',
      summary: 'The value, if there is one parameter.',
    },
    {
      ...shared,
      name: 'param',
      placeholder: 'NAME=NUMBER',
      repeatable: true,
      parameter: 'named',
      summary: 'A parameter by its name.',
    },
  ]
}

/** The flag of an argument, followed by those of its properties. */
function withProperties(source: FlagSource, depth: number): ArgumentFlag[] {
  const { name, argument, schema: given, required, root } = source
  const schema = deref(given, root)
  const types = acceptedTypes(schema, root)
  const view = viewObject(schema, root)
  const isShallow = depth < maxDepth
  const isOpen = types.has('object') || types.has('any')
  const base = {
    name,
    argument,
    schema,
    required,
    repeatable: types.has('array'),
    open: isOpen && !(view.closed && isShallow),
    summary: given.description ?? schema.description ?? '',
  }
  const flag: ArgumentFlag = isBoolean(types)
    ? { ...base, negatable: true }
    : { ...base, placeholder: placeholderOf(schema, root), choices: choicesOf(schema, root) }
  if (!isShallow || !types.has('object')) return [flag]
  const inner = Object.entries(view.properties).flatMap(([key, property]) => {
    const isRequired = required && view.required.includes(key)
    return withProperties(
      {
        name: `${name}.${toKebab(key)}`,
        argument: `${argument}.${key}`,
        schema: property,
        required: isRequired,
        root,
      },
      depth + 1,
    )
  })
  return [flag, ...inner]
}

const isBoolean = (types: ReadonlySet<string>): boolean =>
  types.has('boolean') && [...types].every((type) => type === 'boolean' || type === 'null')

/** The word for a value in usage lines. */
export function placeholderOf(schema: JsonSchema, root: JsonSchema): string {
  const choices = choicesOf(schema, root).join('|')
  if (choices !== '' && choices.length <= maxChoicesLength) return choices
  const types = acceptedTypes(itemOf(schema, root), root)
  if (types.has('string')) return 'TEXT'
  if (types.has('number') || types.has('integer')) return 'NUMBER'
  if (types.has('object') || types.has('array')) return 'JSON'
  return 'VALUE'
}

/** The strings that a schema accepts for one value, if it accepts only some. */
export const choicesOf = (schema: JsonSchema, root: JsonSchema): string[] =>
  scalarChoices(itemOf(schema, root), root)

/** The schema of what is given at a time: one item of an array, or the value itself. */
export function itemOf(given: JsonSchema, root: JsonSchema): JsonSchema {
  const schema = deref(given, root)
  if (isRecord(schema.items)) return deref(schema.items, root)
  return schema
}

function scalarChoices(given: JsonSchema, root: JsonSchema): string[] {
  const schema = deref(given, root)
  if (schema.enum !== undefined) return schema.enum.filter((value) => value !== null).map(String)
  if (schema.const !== undefined) return [String(schema.const)]
  const branches = (schema.anyOf ?? schema.oneOf ?? []).filter(({ type }) => type !== 'null')
  const choices = branches.map((branch) => scalarChoices(branch, root))
  if (choices.every((some) => some.length > 0)) return choices.flat()
  return []
}

/** Makes the flag of a property that has none of its own, such as `--labels.anything`. */
export function deriveFlag({ flags }: Command, token: string): ArgumentFlag | undefined {
  const parent = flags.findLast(({ name, open }) => open && token.startsWith(`--${name}.`))
  if (parent === undefined) return undefined
  const property = token.slice(`--${parent.name}.`.length)
  return {
    ...parent,
    name: `${parent.name}.${property}`,
    argument: `${parent.argument}.${property}`,
    placeholder: 'VALUE',
  }
}

/**
 * Spells a path into the arguments of a tool as it is typed on the command line, such as `<id>`,
 * `--entry` or `--param ev`.
 */
export function toArgumentWord({ positionals, flags }: Command, path: string): string {
  const [argument = ''] = path.split(/[.[]/, 1)
  const rest = path.slice(argument.length)
  const isPositional = positionals.some((positional) => positional.argument === argument)
  if (isPositional) return `<${argument}>${rest}`
  const flag = flags.find((one) => one.argument === argument)
  if (flag === undefined) return path
  const isParameter = flag.parameter !== undefined && rest.startsWith('.')
  if (isParameter) return `--param ${rest.slice(1)}`
  return `--${flag.name}${rest}`
}
