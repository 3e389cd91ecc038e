import { outputFlags, reservedFlags } from '../../../compile/flag-faults.ts'
import type { ToolListing } from '../../../compile/tool-listing.ts'
import type { CommandInit } from '../../../define/tool.ts'
import { isRecord } from '../../../json/json.ts'
import { toKebab } from '../../../names/to-kebab.ts'
import { literalArgument } from '../../../policies/consent/literal.ts'
import { type JsonSchema, parametersKeyword } from '../../../schema/json-schema.ts'
import { deref, viewObject } from '../../../schema/object-view.ts'
import { acceptedTypes } from '../../../schema/walk.ts'
import { isFile } from './argument-files.ts'
import type { Flag } from './flag.ts'

/** A flag that gives an argument of the tool, or a member of one. */
export interface ArgumentFlag extends Flag {
  /** `a`, or `a.b` for a member. */
  readonly argument: string
  readonly schema: JsonSchema
  readonly required: boolean
  /** Given several times, it makes a list. */
  readonly repeatable: boolean
  /** `--<name>.<member>` is accepted for members that have no flag of their own. */
  readonly open: boolean
  /** How the tool's parameters are given: one value, or a value by name. */
  readonly parameter?: 'scalar' | 'named'
  /** Whether its text is the path of a file. */
  readonly isFile?: boolean
}

export interface Positional {
  readonly argument: string
  readonly schema: JsonSchema
  readonly required: boolean
  /** The last positional, when it is a list, takes every word that is left. */
  readonly takesRest: boolean
  /** Whether its word is the path of a file. */
  readonly isFile: boolean
}

/** A tool, as the command line knows it. */
export interface Command {
  readonly name: string
  /** The name that the tool was called by: its own, or a former one. */
  readonly calledAs: string
  readonly tool: ToolListing
  readonly positionals: readonly Positional[]
  readonly flags: readonly ArgumentFlag[]
  /** Flags about where the answer goes. */
  readonly outputFlags: readonly Flag[]
}

/** Deeper members are given as JSON: nobody types five dots, and a recursive schema has no end. */
const maxMemberDepth = 3

/** What a tool is called by on the command line: `list-notes`, or `vocab list` in a group. */
export const commandName = ({ name, cli: { group } }: ToolListing): string =>
  group === undefined ? toKebab(name) : `${group} ${toKebab(name).slice(group.length + 1)}`

/**
 * The command that a word names, or a group and a word: by its command name or the tool's own,
 * former ones included.
 */
export function findCommand(tools: readonly ToolListing[], word: string): Command | undefined {
  const named = tools.flatMap((tool) =>
    [tool.name, ...tool.formerly.map(({ name }) => name)].map((calledAs) => ({ tool, calledAs })),
  )
  const found =
    named.find(({ calledAs }) => calledAs === word) ??
    named.find(({ tool, calledAs }) => toKebab(calledAs) === word || commandName(tool) === word)
  return found && toCommand(found.tool, found.calledAs)
}

export function toCommand(tool: ToolListing, calledAs: string = tool.name): Command {
  const { inputSchema: root, cli } = tool
  const { properties, required } = viewObject(root, root)
  const names = cli.positionals ?? []
  return {
    name: commandName(tool),
    calledAs,
    tool,
    positionals: names.map((argument, index) => {
      const schema = deref(properties[argument] ?? {}, root)
      const asFile = isFile(tool, argument)
      const takesRest =
        index === names.length - 1 && !asFile && acceptedTypes(schema, root).has('array')
      return { argument, schema, required: required.includes(argument), takesRest, isFile: asFile }
    }),
    flags: Object.entries(properties).flatMap(([argument, schema]) => {
      const name = cli.flags?.[argument] ?? toKebab(argument)
      // On a command line consent is given with --yes.
      const isConsent = tool.consent !== undefined && argument === literalArgument
      if (isReserved(name, cli) || isConsent) return []
      const toOwn = isFile(tool, argument) ? fileFlag : toFlags
      return toOwn(name, argument, schema, required.includes(argument), root)
    }),
    outputFlags: cli.output === undefined ? [] : toOutputFlags(cli.output),
  }
}

/**
 * Only a positional may be named like a flag that the command has anyway; it is then given by
 * position alone.
 */
const isReserved = (name: string, { output }: CommandInit) =>
  reservedFlags.includes(name) || (output !== undefined && outputFlags.includes(name))

const toOutputFlags = (member: string): readonly Flag[] => [
  {
    name: 'output',
    short: 'o',
    placeholder: 'FILE',
    summary: `Write ${member} of the answer to a file; - is standard output.`,
  },
  { name: 'force', summary: 'Overwrite the file of --output.' },
]

function fileFlag(
  name: string,
  argument: string,
  given: JsonSchema,
  required: boolean,
  root: JsonSchema,
): ArgumentFlag[] {
  const schema = deref(given, root)
  return [
    {
      name,
      argument,
      schema,
      required,
      repeatable: false,
      open: false,
      isFile: true,
      placeholder: 'FILE',
      summary: given.description ?? schema.description ?? '',
    },
  ]
}

function toFlags(
  name: string,
  argument: string,
  schema: JsonSchema,
  required: boolean,
  root: JsonSchema,
): ArgumentFlag[] {
  if (schema[parametersKeyword] === true) return parameterFlags(name, argument, schema, required)
  return withMembers(name, argument, schema, required, root, 0)
}

function parameterFlags(
  name: string,
  argument: string,
  schema: JsonSchema,
  required: boolean,
): ArgumentFlag[] {
  const shared = { argument, schema, required, open: false }
  return [
    {
      ...shared,
      name,
      placeholder: 'NUMBER',
      repeatable: false,
      parameter: 'scalar',
      summary: 'The value, where there is one parameter.',
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

function withMembers(
  name: string,
  argument: string,
  given: JsonSchema,
  required: boolean,
  root: JsonSchema,
  depth: number,
): ArgumentFlag[] {
  const schema = deref(given, root)
  const types = acceptedTypes(schema, root)
  const view = viewObject(schema, root)
  const members =
    depth < maxMemberDepth && types.has('object') ? Object.entries(view.properties) : []
  const isBoolean =
    types.has('boolean') && [...types].every((type) => type === 'boolean' || type === 'null')
  const flag: ArgumentFlag = {
    name,
    argument,
    schema,
    required,
    repeatable: types.has('array'),
    open: (types.has('object') || types.has('any')) && !(view.closed && depth < maxMemberDepth),
    ...(isBoolean
      ? { negatable: true }
      : { placeholder: placeholderOf(schema, root), choices: choicesOf(schema, root) }),
    summary: given.description ?? schema.description ?? '',
  }
  const memberFlags = members.flatMap(([key, member]) =>
    withMembers(
      `${name}.${toKebab(key)}`,
      `${argument}.${key}`,
      member,
      required && view.required.includes(key),
      root,
      depth + 1,
    ),
  )
  return [flag, ...memberFlags]
}

/** What stands for a value in usage lines. */
export function placeholderOf(schema: JsonSchema, root: JsonSchema): string {
  const choices = choicesOf(schema, root).join('|')
  if (choices !== '' && choices.length <= 32) return choices
  const types = acceptedTypes(itemOf(schema, root), root)
  if (types.has('string')) return 'TEXT'
  if (types.has('number') || types.has('integer')) return 'NUMBER'
  return types.has('object') || types.has('array') ? 'JSON' : 'VALUE'
}

/** The texts that a schema takes for one value, where it takes only some. */
export const choicesOf = (schema: JsonSchema, root: JsonSchema): string[] =>
  scalarChoices(itemOf(schema, root), root)

/** What is given at a time: one item of a list, or the value itself. */
export function itemOf(given: JsonSchema, root: JsonSchema): JsonSchema {
  const schema = deref(given, root)
  return isRecord(schema.items) ? deref(schema.items, root) : schema
}

function scalarChoices(given: JsonSchema, root: JsonSchema): string[] {
  const schema = deref(given, root)
  if (schema.enum !== undefined) return schema.enum.filter((value) => value !== null).map(String)
  if (schema.const !== undefined) return [String(schema.const)]
  const branches = (schema.anyOf ?? schema.oneOf ?? []).filter(({ type }) => type !== 'null')
  const choices = branches.map((branch) => scalarChoices(branch, root))
  return choices.every((some) => some.length > 0) ? choices.flat() : []
}

/** The flag of a member that has none of its own, such as `--labels.anything`. */
export function deriveMember(
  flags: readonly ArgumentFlag[],
  token: string,
): ArgumentFlag | undefined {
  const parent = flags.findLast(({ name, open }) => open && token.startsWith(`--${name}.`))
  if (parent === undefined) return undefined
  const member = token.slice(`--${parent.name}.`.length)
  return {
    ...parent,
    name: `${parent.name}.${member}`,
    argument: `${parent.argument}.${member}`,
    placeholder: 'VALUE',
  }
}
