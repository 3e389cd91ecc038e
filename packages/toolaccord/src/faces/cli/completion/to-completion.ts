import type { Server } from '../../../server.ts'
import { builtIns, shells } from '../commands/built-ins.ts'
import { choicesOf, commandName, findCommand, toCommand } from '../commands/commands.ts'
import { type Flag, isSwitch } from '../commands/flag.ts'
import { toGroups } from '../commands/group.ts'
import type { CliExtras } from '../commands/io.ts'
import { globalFlags } from '../read/global-flags.ts'

/** What a completion script knows, whatever its shell. */
export interface Completion {
  /** How the server is called, such as `notes` or `toolaccord ./notes`. */
  readonly invocation: string
  /** The first word of it, which shells complete by. */
  readonly program: string
  /** The further words of it, which must stand before a command. */
  readonly prefix: readonly string[]
  /** Safe in the names of shell functions. */
  readonly identifier: string
  /** Groups are commands whose words are those that may follow. */
  readonly commands: readonly CompletedCommand[]
  /** What may stand first. */
  readonly firstWords: readonly CompletedCommand[]
  readonly globals: readonly CompletedFlag[]
}

export interface CompletedCommand {
  readonly name: string
  readonly summary: string
  readonly flags: readonly CompletedFlag[]
  /** What may stand as a word, where that is known. */
  readonly words: readonly string[]
}

export interface CompletedFlag {
  /** With its dashes: `--draft`, `--no-draft`. */
  readonly token: string
  readonly takesValue: boolean
  readonly choices: readonly string[]
  readonly summary: string
}

export function toCompletion(
  server: Server,
  invocation: string,
  extras: CliExtras = { commands: [], flags: [] },
): Completion {
  const tools = server.tools()
  const own = tools
    .map((tool) => toCommand(tool))
    .map(({ name, tool, positionals, flags, outputFlags }) => ({
      name,
      summary: tool.summary,
      flags: [...flags, ...outputFlags].flatMap(toCompletedFlags),
      words: positionals.flatMap(({ schema, isFile }) =>
        isFile ? [] : choicesOf(schema, tool.inputSchema),
      ),
    }))
  const groups = toGroups(tools).map(({ name, members }) => ({
    name,
    summary: members.map(commandName).join(', '),
    flags: [],
    words: members.map((tool) => commandName(tool).slice(name.length + 1)),
  }))
  const firstOwn = [...own.filter(({ name }) => !name.includes(' ')), ...groups]
  const further = extras.commands.map(({ name, summary, flags }) => ({
    name,
    summary,
    flags: flags.flatMap(toCompletedFlags),
    words: [],
  }))
  const others = builtIns
    .filter(({ name }) => findCommand(tools, name) === undefined)
    .map(({ name, summary }) => ({
      name,
      summary,
      flags: [],
      words: name === 'help' ? [...firstOwn, ...further].map((command) => command.name) : shells,
    }))
  const [program = invocation, ...prefix] = invocation.split(' ')
  return {
    invocation,
    program,
    prefix,
    identifier: invocation.replaceAll(/\W/g, '_'),
    commands: [...own, ...groups, ...further, ...others],
    firstWords: [...firstOwn, ...further, ...others],
    globals: [...extras.flags, ...globalFlags].flatMap(toCompletedFlags),
  }
}

function toCompletedFlags(flag: Flag): CompletedFlag[] {
  const { name, short, negatable, choices = [], summary } = flag
  const tokens = [
    `--${name}`,
    ...(short === undefined ? [] : [`-${short}`]),
    ...(negatable ? [`--no-${name}`] : []),
  ]
  return tokens.map((token) => ({ token, takesValue: !isSwitch(flag), choices, summary }))
}
