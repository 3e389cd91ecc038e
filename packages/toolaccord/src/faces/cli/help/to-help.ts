import type { ToolListing } from '../../../compile/to-tool-listing.ts'
import { exitOf, factsOf, kindOf } from '../../../outcome/codebook.ts'
import { toFailure } from '../../../outcome/failure.ts'
import type { Problem } from '../../../outcome/outcome.ts'
import { describeDeprecation } from '../../../policies/deprecation.ts'
import type { Server } from '../../../server.ts'
import { type BuiltIn, builtInsOf } from '../commands/built-ins.ts'
import { type Command, commandName, isCommand } from '../commands/commands.ts'
import { globalFlags } from '../commands/flags.ts'
import { type Group, isGroup } from '../commands/group.ts'
import type { CliExtras } from '../commands/io.ts'
import type { Target } from '../read/read-command-line.ts'
import type { Colours } from '../render/colours.ts'
import { escapeLine } from '../render/escape.ts'
import {
  positionalLabel,
  toArgumentDefinitions,
  toFlagDefinition,
  toPositionalDefinition,
} from './argument-definitions.ts'
import { type Definition, toDefinitionLines, toParagraphLines } from './definition-lines.ts'
import { toExample } from './to-example.ts'

interface Section {
  readonly heading?: string
  readonly lines: readonly string[]
}

/** For whom help is written. */
export interface HelpOptions {
  /** The name by which the server is called. */
  readonly program: string
  readonly extras?: CliExtras | undefined
  /** The columns of the terminal. */
  readonly room: number
  readonly colours: Colours
}

/** Writes help on a command, a group or a built-in; on the whole server if there is no target. */
export function toHelp(server: Server, target: Target | undefined, options: HelpOptions): string {
  const sections = sectionsOf(server, target, options).filter(({ lines }) => lines.length > 0)
  const texts = sections.map((section) => toText(section, options.colours))
  return `${texts.join('\n\n')}\n`
}

function toText({ heading, lines }: Section, { bold }: Colours): string {
  const text = lines.map(escapeLine).join('\n')
  if (heading === undefined) return text
  return `${bold(`${heading}:`)}\n${text}`
}

function sectionsOf(server: Server, target: Target | undefined, options: HelpOptions): Section[] {
  if (target === undefined) return serverHelp(server, options)
  if (isCommand(target)) return commandHelp(server, target, options)
  if (isGroup(target)) return groupHelp(target, options)
  return builtInHelp(target, options)
}

function serverHelp(server: Server, { program, extras, room }: HelpOptions): Section[] {
  const tools = server.tools()
  const title = [`${server.name} ${server.version}`, server.summary].filter(Boolean).join(': ')
  const others = [...(extras?.commands ?? []), ...builtInsOf(server)]
  const commands: Definition[] = [
    ...tools.map(toCommandDefinition),
    ...others.map(({ name, summary }): Definition => [name, summary]),
  ]
  const own = (extras?.flags ?? []).map(toFlagDefinition)
  const every = globalFlags.map(toFlagDefinition)
  return [
    { lines: toParagraphLines(title, room) },
    { heading: 'Usage', lines: [`  ${program} <command> [flags]`] },
    { heading: 'Commands', lines: toDefinitionLines(commands, room) },
    { heading: `Flags of ${program}`, lines: toDefinitionLines(own, room) },
    { heading: 'Flags of every command', lines: toDefinitionLines(every, room) },
    { lines: [`'${program} help <command>' explains a command.`] },
  ]
}

function groupHelp({ name, members }: Group, { program, room }: HelpOptions): Section[] {
  const commands = members.map(toCommandDefinition)
  return [
    { heading: 'Usage', lines: [`  ${program} ${name} <command> [flags]`] },
    { heading: 'Commands', lines: toDefinitionLines(commands, room) },
    { lines: [`'${program} help ${name} <command>' explains a command.`] },
  ]
}

const toCommandDefinition = (tool: ToolListing): Definition => [commandName(tool), tool.summary]

function builtInHelp(builtIn: BuiltIn, { program, room }: HelpOptions): Section[] {
  const { name, words, summary, forms = [], flags } = builtIn
  const explained = forms.map(([form, what]): Definition => [`${program} ${name}${form}`, what])
  return [
    { heading: 'Usage', lines: [`  ${program} ${name} ${words}`] },
    { lines: [summary] },
    { heading: 'Forms', lines: toDefinitionLines(explained, room) },
    { heading: 'Flags', lines: toDefinitionLines(flags.map(toFlagDefinition), room) },
  ]
}

function commandHelp(server: Server, command: Command, options: HelpOptions): Section[] {
  const { name, tool, positionals } = command
  const { program, room } = options
  const usage = [program, name, ...positionals.map(positionalLabel), '[flags]'].join(' ')
  const words = positionals.map((positional) => toPositionalDefinition(positional, command))
  const globals = globalFlags.map((flag) => `--${flag.name}`).join(', ')
  const more = `Every command has ${globals} too; '${program} --help' explains them.`
  return [
    { heading: 'Usage', lines: [`  ${usage}`] },
    ...describeTool(tool, room),
    { heading: 'Arguments', lines: toDefinitionLines(words, room) },
    { heading: 'Flags', lines: toDefinitionLines(toOwnDefinitions(command), room) },
    { lines: toParagraphLines(more, room) },
    {
      heading: 'Codes it may fail with',
      lines: toDefinitionLines(toCodeDefinitions(server, tool.codes), room),
    },
    { heading: 'Example', lines: [`  ${toExample(command, program)}`] },
  ]
}

function describeTool(tool: ToolListing, room: number): Section[] {
  const texts = [tool.summary]
  if (tool.description !== undefined) texts.push(tool.description)
  if (tool.deprecated !== undefined) texts.push(`It ${describeDeprecation(tool.deprecated)}`)
  if (tool.consent !== undefined) {
    texts.push('It asks before it does anything; --yes agrees beforehand.')
  }
  return texts.map((text) => ({ lines: toParagraphLines(text, room) }))
}

/** Explains the flags of a command, less those that its positionals explain. */
function toOwnDefinitions({ tool, positionals, flags, answerFlags }: Command): Definition[] {
  const places = new Set(positionals.map(({ argument }) => argument))
  const named = flags.filter(({ argument }) => !places.has(argument))
  return [
    ...named.flatMap((flag) => toArgumentDefinitions(flag, tool.inputSchema)),
    ...answerFlags.map(toFlagDefinition),
  ]
}

/** The reasons for which any call may fail, beside the codes that its tool declares. */
const commonReasons = [
  'missing_argument',
  'invalid_argument',
  'wrong_type',
  'malformed_input',
  'timeout',
  'internal',
] as const

function toCodeDefinitions(server: Server, declared: readonly string[]): Definition[] {
  const problems: Problem[] = [
    ...declared.map((code) => ({ code, message: '' })),
    ...commonReasons.map((reason) => server.contract.problem(reason)),
  ]
  // One code of a contract may be of several kinds, with an exit code each.
  const distinct = new Map(
    problems.map((problem) => [`${problem.code} ${kindOf(server.codes, problem)}`, problem]),
  )
  return [...distinct.values()].map((problem) => toCodeDefinition(server, problem))
}

function toCodeDefinition({ codes }: Server, problem: Problem): Definition {
  const { summary, message, hint } = factsOf(codes, problem.code) ?? {}
  const exit = exitOf(codes, toFailure([problem]))
  const facts = [`${kindOf(codes, problem)}, exit ${exit}.`, summary ?? message, hint]
  return [problem.code, facts.filter(Boolean).join(' ')]
}
