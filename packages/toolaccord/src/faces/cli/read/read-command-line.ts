import type { Server } from '../../../server.ts'
import { type TextEntry, fromTexts } from '../../from-texts.ts'
import { type ArgumentFile, fileConflicts, toArgumentFile } from '../commands/argument-files.ts'
import { type BuiltIn, builtIns, isBuiltIn } from '../commands/built-ins.ts'
import {
  type ArgumentFlag,
  type Command,
  type Positional,
  deriveFlag,
  findCommand,
  isCommand,
} from '../commands/commands.ts'
import { type GivenFlag, type Globals, readGlobals } from '../commands/flags.ts'
import { type Group, findGroup } from '../commands/group.ts'
import type { UsageProblem } from '../commands/to-usage-failure.ts'
import { readParameters } from './read-parameters.ts'
import type { Scan } from './scan.ts'

/** What a word may name. */
export type Target = Command | BuiltIn | Group

/** A word, or a group and a word, with what it names. */
export interface NamedTarget {
  /** As it was typed; undefined if there was no word. */
  readonly word?: string
  /** Undefined if there is no such command. */
  readonly target?: Target
}

/** The arguments of a call, and the problems with how they were given. */
interface ReadArguments {
  readonly args: Readonly<Record<string, unknown>>
  /** Arguments whose values are still to be read from files. */
  readonly files: readonly ArgumentFile[]
  readonly problems: readonly UsageProblem[]
}

/** The file that gets a property of the answer. */
export interface Output {
  /** The property of the data. */
  readonly property: string
  /** `-` is standard output. */
  readonly path: string
  readonly overwrite: boolean
}

/** A command line that has been read; it is run if it has no problems. */
export interface CommandLine extends NamedTarget, ReadArguments {
  readonly globals: Globals
  /** The words after the command. */
  readonly words: readonly string[]
  readonly output?: Output
  /** The names of the flags that were given. */
  readonly flagNames: ReadonlySet<string>
}

/**
 * Reads what is left of a command line, from the word of its command on; after that word if it has
 * been read already.
 */
export function readCommandLine(server: Server, scan: Scan, builtIn?: BuiltIn): CommandLine {
  const { word, target } = builtIn
    ? { word: builtIn.name, target: builtIn }
    : readTarget(server, () => scan.nextWord())
  const early = [...scan.problems]
  const command = isCommand(target) ? target : undefined
  if (command !== undefined) {
    const flags = [...command.answerFlags, ...command.flags]
    scan.learn(flags, (token) => deriveFlag(command, token))
  } else if (isBuiltIn(target)) scan.learn(target.flags)
  const words = scan.readRest()
  const late = scan.problems.slice(early.length)
  const { globals, problems } = readGlobals(scan.given, server.contractFor({}))
  const flagNames = new Set(scan.given.map(({ flag }) => flag.name))
  const known = { globals, word, target, words, args: {}, files: [], flagNames }
  // A word after an unknown flag may be the value of that flag, so nothing can be said about it.
  if (early.length > 0) return { ...known, problems: early }
  if (target === undefined) return { ...known, problems }
  if (command === undefined || late.length > 0) {
    return { ...known, problems: [...late, ...problems] }
  }
  const read = readArguments(command, scan.given.filter(givesArgument), words)
  return {
    ...known,
    ...read,
    output: readOutput(command, scan.given),
    problems: [...problems, ...read.problems, ...conflictsOf(read.files, globals)],
  }
}

/** Reads a word, or two if the first is a group, and finds what it names. */
export function readTarget(server: Server, nextWord: () => string | undefined): NamedTarget {
  const tools = server.tools()
  const word = nextWord()
  if (word === undefined) return {}
  const command = findCommand(tools, word)
  if (command !== undefined) return { word, target: command }
  const group = findGroup(tools, word)
  if (group === undefined) return { word, target: builtIns.find(({ name }) => name === word) }
  const second = nextWord()
  if (second === undefined) return { word, target: group }
  const both = `${word} ${second}`
  return { word: both, target: findCommand(tools, both) }
}

const givesArgument = (given: GivenFlag): given is GivenFlag<ArgumentFlag> =>
  'argument' in given.flag

function readArguments(
  { tool, positionals }: Command,
  given: readonly GivenFlag<ArgumentFlag>[],
  words: readonly string[],
): ReadArguments {
  const texts: TextEntry[] = []
  const files: ArgumentFile[] = []
  const problems: UsageProblem[] = []
  const add = ({ argument, isFile }: Positional | ArgumentFlag, text: string) => {
    const file = isFile ? toArgumentFile(tool, argument, text) : undefined
    if (file === undefined) texts.push([argument, text])
    else files.push(file)
  }
  const parameters = given.filter(({ flag }) => flag.parameter !== undefined)
  const others = given.filter(({ flag }) => flag.parameter === undefined)
  for (const { flag, text } of others) add(flag, text)
  const places = positionals.filter((one) => one.takesRest || !isGivenAsFlag(one, given))
  const last = places.at(-1)
  const rest = last?.takesRest ? last : undefined
  for (const [index, word] of words.entries()) {
    const place = places[index] ?? rest
    if (place === undefined) {
      problems.push(unexpectedArgument(word, places.length))
      break
    }
    add(place, word)
  }
  const args = fromTexts(tool.inputSchema, texts)
  const set = parameters[0]?.flag.argument
  if (set === undefined) return { args, files, problems }
  const read = readParameters(parameters)
  args[set] = read.parameters
  return { args, files, problems: [...problems, ...read.problems] }
}

const isGivenAsFlag = ({ argument }: Positional, given: readonly GivenFlag<ArgumentFlag>[]) =>
  given.some(({ flag }) => flag.argument === argument)

/** Says that a command takes fewer words. */
export function unexpectedArgument(word: string, most: number): UsageProblem {
  return {
    reason: 'malformed_input',
    message: `Unexpected argument '${word}': this command takes ${countArguments(most)}.`,
    hint: 'Quote a value that contains spaces; give other arguments as flags.',
  }
}

function countArguments(count: number): string {
  if (count === 0) return 'no arguments'
  if (count === 1) return '1 argument'
  return `${count} arguments`
}

function conflictsOf(files: readonly ArgumentFile[], { stdin }: Globals): readonly UsageProblem[] {
  if (files.length === 0) return []
  return fileConflicts(files, stdin)
}

/** Reads `--output` and `--force`, if the command has them. */
function readOutput({ tool: { cli } }: Command, given: readonly GivenFlag[]): Output | undefined {
  const path = given.findLast(({ flag }) => flag.name === 'output')?.text
  if (cli.output === undefined || path === undefined) return undefined
  const overwrite = given.some(({ flag }) => flag.name === 'force')
  return { property: cli.output, path, overwrite }
}
