import type { ToolListing } from '../../compile/to-tool-listing.ts'
import { compact, sameJson } from '../../json/json.ts'
import type { Server } from '../../server.ts'
import { type ArgumentFlag, type Command, isCommand, toCommand } from './commands/commands.ts'
import { isSwitch } from './commands/flags.ts'
import { readCommandLine } from './read/read-command-line.ts'
import { Scan } from './read/scan.ts'
import { escapeLine } from './render/escape.ts'

/** A call as words for the command line, and lines for its standard input. */
export interface CommandLine {
  readonly argv: readonly string[]
  readonly stdin: readonly string[]
}

type Arguments = Readonly<Record<string, unknown>>

/**
 * Writes a call as a command line that can be shown: in words if reading them gives the same
 * arguments, else with the arguments as a line of JSON on standard input.
 */
export function toCommandLine(server: Server, tool: ToolListing, given: Arguments): CommandLine {
  const args = compact(given)
  const command = toCommand(tool)
  const start = command.name.split(' ')
  for (const words of wordings(command, args)) {
    const argv = [...start, ...words]
    if (argv.every(isPlain) && readsAs(server, argv, tool, args)) return { argv, stdin: [] }
  }
  return { argv: [...start, '--stdin'], stdin: [escapeLine(JSON.stringify(args))] }
}

/** True if a terminal shows a word as it is and a program gets it as it is. */
const isPlain = (word: string): boolean => escapeLine(word) === word && !/\p{Cs}/u.test(word)

function readsAs(
  server: Server,
  argv: readonly string[],
  tool: ToolListing,
  args: Arguments,
): boolean {
  const line = readCommandLine(server, new Scan(argv))
  if (line.problems.length > 0 || line.files.length > 0) return false
  return isCommand(line.target) && line.target.tool === tool && sameJson(line.args, args)
}

/** The ways to word a call, the shortest first: arrays item by item, then as JSON. */
function* wordings(command: Command, args: Arguments): Iterable<readonly string[]> {
  const positions = positionsOf(command, args)
  const others = Object.keys(args).filter((name) => !positions.includes(name))
  const flags = others.map((name) => flagOf(command, name))
  if (flags.includes(undefined)) return
  const words = positions.map((name) => toText(args[name]))
  for (const toWords of [itemByItem, asOne]) {
    const flagWords = flags.flatMap((flag) => {
      if (flag === undefined) return []
      return toWords(flag, args[flag.argument])
    })
    yield [...words, ...flagWords]
  }
}

/** The arguments that are given by position: the first ones, as long as each is a plain word. */
function positionsOf({ positionals }: Command, args: Arguments): readonly string[] {
  const names = positionals.map(({ argument }) => argument)
  const end = names.findIndex((name) => !isWord(args[name]))
  return end === -1 ? names : names.slice(0, end)
}

const isWord = (value: unknown): boolean =>
  typeof value === 'number' || (typeof value === 'string' && value !== '' && !/^[-[{]/.test(value))

const flagOf = ({ flags }: Command, name: string): ArgumentFlag | undefined =>
  flags.find(({ argument, parameter }) => argument === name && parameter === undefined)

function itemByItem(flag: ArgumentFlag, value: unknown): readonly string[] {
  if (!Array.isArray(value)) return asOne(flag, value)
  return value.flatMap((item) => asOne(flag, item))
}

function asOne(flag: ArgumentFlag, value: unknown): readonly string[] {
  if (isSwitch(flag)) return [value === false ? `--no-${flag.name}` : `--${flag.name}`]
  const text = toText(value)
  // A value that starts with a dash could be taken for a flag.
  return text.startsWith('-') || text === '' ? [`--${flag.name}=${text}`] : [`--${flag.name}`, text]
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
