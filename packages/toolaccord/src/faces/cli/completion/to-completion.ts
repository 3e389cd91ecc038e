import type { ToolListing } from '../../../compile/to-tool-listing.ts'
import type { Server } from '../../../server.ts'
import { builtInsOf } from '../commands/built-ins.ts'
import { choicesOf, commandName, toCommand } from '../commands/commands.ts'
import { type Flag, globalFlags, isSwitch } from '../commands/flags.ts'
import { type Group, toGroups } from '../commands/group.ts'
import type { CliExtras } from '../commands/io.ts'

/** What a completion script knows, whatever its shell. */
export interface Completion {
  /** How the server is called, such as `notes` or `toolaccord ./notes`. */
  readonly invocation: string
  /** The first word of the invocation, by which shells find the script. */
  readonly program: string
  /** The further words of the invocation, which must come before a command. */
  readonly prefix: readonly string[]
  /** Safe in the names of shell functions. */
  readonly identifier: string
  /** Every command; the words of a group are the commands in it. */
  readonly commands: readonly CompletedCommand[]
  /** The commands that can be the first word. */
  readonly firstWords: readonly CompletedCommand[]
  readonly globals: readonly CompletedFlag[]
}

/** A command, as a completion script knows it. */
export interface CompletedCommand {
  readonly name: string
  readonly summary: string
  readonly flags: readonly CompletedFlag[]
  /** The words that can follow, if they are known. */
  readonly words: readonly string[]
}

/** A flag, as a completion script knows it. */
export interface CompletedFlag {
  /** With its dashes: `--draft`, `--no-draft`. */
  readonly token: string
  readonly takesValue: boolean
  readonly choices: readonly string[]
  readonly summary: string
}

/** Collects the commands and flags that a completion script offers. */
export function toCompletion(
  server: Server,
  invocation: string,
  extras: CliExtras = { commands: [], flags: [] },
): Completion {
  const tools = server.tools()
  const own = tools.map(completeTool)
  const groups = toGroups(tools).map(completeGroup)
  const more = extras.commands.map(({ name, summary, flags }): CompletedCommand => ({
    name,
    summary,
    flags: flags.flatMap(toCompletedFlags),
    words: [],
  }))
  const firstOwn = [...own.filter(({ name }) => !name.includes(' ')), ...groups]
  const explained = [...firstOwn, ...more].map(({ name }) => name)
  const others = builtInsOf(server).map(
    ({ name, summary, flags, choices = explained }): CompletedCommand => ({
      name,
      summary,
      flags: flags.flatMap(toCompletedFlags),
      words: choices,
    }),
  )
  const [program = invocation, ...prefix] = invocation.split(' ')
  return {
    invocation,
    program,
    prefix,
    identifier: invocation.replaceAll(/\W/g, '_'),
    commands: [...own, ...groups, ...more, ...others],
    firstWords: [...firstOwn, ...more, ...others],
    globals: [...extras.flags, ...globalFlags].flatMap(toCompletedFlags),
  }
}

function completeTool(listing: ToolListing): CompletedCommand {
  const { name, tool, positionals, flags, answerFlags } = toCommand(listing)
  const texts = positionals.filter(({ isFile }) => !isFile)
  return {
    name,
    summary: tool.summary,
    flags: [...flags, ...answerFlags].flatMap(toCompletedFlags),
    words: texts.flatMap(({ schema }) => choicesOf(schema, tool.inputSchema)),
  }
}

function completeGroup({ name, members }: Group): CompletedCommand {
  const commands = members.map(commandName)
  return {
    name,
    summary: commands.join(', '),
    flags: [],
    words: commands.map((command) => command.slice(name.length + 1)),
  }
}

function toCompletedFlags(flag: Flag): CompletedFlag[] {
  const { name, short, negatable, choices = [], summary } = flag
  const tokens = [`--${name}`]
  if (short !== undefined) tokens.push(`-${short}`)
  if (negatable) tokens.push(`--no-${name}`)
  return tokens.map((token) => ({ token, takesValue: !isSwitch(flag), choices, summary }))
}
