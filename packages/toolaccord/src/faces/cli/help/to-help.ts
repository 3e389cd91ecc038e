import { exitOf, factsOf, kindOf } from '../../../outcome/codebook.ts'
import type { Problem } from '../../../outcome/outcome.ts'
import { describeDeprecation } from '../../../policies/deprecation.ts'
import type { Server, ToolListing } from '../../../server.ts'
import { type BuiltIn, builtIns } from '../commands/built-ins.ts'
import { type Command, commandName, findCommand } from '../commands/commands.ts'
import { type Group, isGroup } from '../commands/group.ts'
import type { CliExtras } from '../commands/io.ts'
import { globalFlags } from '../read/global-flags.ts'
import type { Target } from '../read/read-command-line.ts'
import type { Colours } from '../render/colours.ts'
import { escapeLine } from '../render/escape.ts'
import { defineArgumentFlag, defineFlag, definePositional, positionalLabel } from './arguments.ts'
import { type Definition, toDefinitions, toParagraphs } from './layout.ts'
import { toExample } from './to-example.ts'

interface Section {
  readonly heading?: string
  readonly lines: readonly string[]
}

/** For whom help is written. */
export interface HelpOptions {
  /** How the server is called. */
  readonly program: string
  readonly extras?: CliExtras
  /** Columns of the terminal. */
  readonly room: number
  readonly colours: Colours
}

/** Help on a command or a group of them, or on the whole server where there is none. */
export function toHelp(server: Server, target: Target | undefined, options: HelpOptions): string {
  const { bold } = options.colours
  const texts = sectionsOf(server, target, options)
    .filter(({ lines }) => lines.length > 0)
    .map(({ heading, lines }) =>
      [...(heading === undefined ? [] : [bold(`${heading}:`)]), ...lines.map(escapeLine)].join(
        '\n',
      ),
    )
  return `${texts.join('\n\n')}\n`
}

function sectionsOf(server: Server, target: Target | undefined, options: HelpOptions): Section[] {
  const { program, room } = options
  if (target === undefined) return serverHelp(server, options)
  if (isGroup(target)) return groupHelp(target, program, room)
  return 'tool' in target
    ? commandHelp(server, target, program, room)
    : builtInHelp(target, program)
}

function serverHelp(
  server: Server,
  { program, extras = { commands: [], flags: [] }, room }: HelpOptions,
): Section[] {
  const tools = server.tools()
  const own = tools.map(defineCommand)
  const others = [
    ...extras.commands,
    ...builtIns.filter(({ name }) => findCommand(tools, name) === undefined),
  ].map(({ name, summary }): Definition => [name, summary])
  return [
    {
      lines: toParagraphs(
        [`${server.name} ${server.version}`, server.summary].filter(Boolean).join(': '),
        room,
      ),
    },
    { heading: 'Usage', lines: [`  ${program} <command> [flags]`] },
    { heading: 'Commands', lines: toDefinitions([...own, ...others], room) },
    { heading: `Flags of ${program}`, lines: toDefinitions(extras.flags.map(defineFlag), room) },
    { heading: 'Flags of every command', lines: toDefinitions(globalFlags.map(defineFlag), room) },
    { lines: [`'${program} help <command>' explains a command.`] },
  ]
}

function groupHelp({ name, members }: Group, program: string, room: number): Section[] {
  return [
    { heading: 'Usage', lines: [`  ${program} ${name} <command> [flags]`] },
    { heading: 'Commands', lines: toDefinitions(members.map(defineCommand), room) },
    { lines: [`'${program} help ${name} <command>' explains a command.`] },
  ]
}

const defineCommand = (tool: ToolListing): Definition => [commandName(tool), tool.summary]

function builtInHelp({ name, words, summary }: BuiltIn, program: string): Section[] {
  return [{ heading: 'Usage', lines: [`  ${program} ${name} ${words}`] }, { lines: [summary] }]
}

function commandHelp(server: Server, command: Command, program: string, room: number): Section[] {
  const { name, tool, positionals, flags, outputFlags } = command
  const flagsOnly = flags.filter(({ argument }) =>
    positionals.every((positional) => positional.argument !== argument),
  )
  const globals = globalFlags.map((flag) => `--${flag.name}`).join(', ')
  return [
    {
      heading: 'Usage',
      lines: [`  ${[program, name, ...positionals.map(positionalLabel), '[flags]'].join(' ')}`],
    },
    { lines: toParagraphs(tool.summary, room) },
    { lines: toParagraphs(tool.description ?? '', room) },
    {
      lines: toParagraphs(
        tool.deprecated === undefined ? '' : `It ${describeDeprecation(tool.deprecated)}`,
        room,
      ),
    },
    {
      lines: toParagraphs(
        tool.consent === undefined
          ? ''
          : 'It asks before it does anything; --yes agrees beforehand.',
        room,
      ),
    },
    {
      heading: 'Arguments',
      lines: toDefinitions(
        positionals.map((positional) => definePositional(positional, command)),
        room,
      ),
    },
    {
      heading: 'Flags',
      lines: toDefinitions(
        [
          ...flagsOnly.flatMap((flag) => defineArgumentFlag(flag, tool.inputSchema)),
          ...outputFlags.map(defineFlag),
        ],
        room,
      ),
    },
    {
      lines: toParagraphs(
        `Every command has ${globals} too; '${program} --help' explains them.`,
        room,
      ),
    },
    {
      heading: 'Codes it may fail with',
      lines: toDefinitions(defineCodes(server, tool.codes), room),
    },
    { heading: 'Example', lines: [`  ${toExample(command, program)}`] },
  ]
}

/** What any call may meet, beside the codes that its tool declares. */
const commonReasons = [
  'missing_argument',
  'invalid_argument',
  'malformed_input',
  'timeout',
  'internal',
] as const

function defineCodes(server: Server, declared: readonly string[]): Definition[] {
  const problems: Problem[] = [
    ...declared.map((code) => ({ code, message: '' })),
    ...commonReasons.map((reason) => server.contract.problem(reason)),
  ]
  return [
    ...new Map(
      problems.map((problem) => [`${problem.code} ${kindOf(server.codes, problem)}`, problem]),
    ).values(),
  ].map((problem) => {
    const { summary, message, hint } = factsOf(server.codes, problem.code) ?? {}
    const exit = exitOf(server.codes, { ok: false, problems: [problem], soft: false, notes: {} })
    return [
      problem.code,
      [`${kindOf(server.codes, problem)}, exit ${exit}.`, summary ?? message, hint]
        .filter(Boolean)
        .join(' '),
    ]
  })
}
