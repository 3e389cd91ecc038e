import type { Server } from '../../../server.ts'
import { fileConflicts } from '../commands/argument-files.ts'
import { type BuiltIn, builtIns } from '../commands/built-ins.ts'
import { type ArgumentFlag, type Command, deriveMember, findCommand } from '../commands/commands.ts'
import { type Flag, createFlagSet } from '../commands/flag.ts'
import { type Group, findGroup, isGroup } from '../commands/group.ts'
import { type Globals, globalFlags, readGlobals } from './global-flags.ts'
import { type ReadArguments, readArguments } from './read-arguments.ts'
import { type GivenFlag, type Scan, scan } from './scan.ts'
import { type Output, readOutput } from './write-output.ts'

/** What a word may name. */
export type Target = Command | BuiltIn | Group

/** A command line, understood; it is acted on when it has no problems. */
export interface CommandLine extends ReadArguments {
  readonly globals: Globals
  /** The command as it was typed, with its group. */
  readonly word?: string
  /** What it names; undefined when there is no such command. */
  readonly target?: Target
  /** The words after the command. */
  readonly words: readonly string[]
  readonly output?: Output
}

export function readCommandLine(server: Server, argv: readonly string[]): CommandLine {
  const head = scanCommand(server, argv)
  const [word] = head.words
  const target = word === undefined ? undefined : findTarget(server, word)
  const [ownFlags, outputFlags] = isCommand(target) ? [target.flags, target.outputFlags] : [[], []]
  const tail = scan(
    head.rest,
    createFlagSet<Flag>([...globalFlags, ...outputFlags, ...ownFlags], (token) =>
      deriveMember(ownFlags, token),
    ),
  )
  const given = [...head.given, ...tail.given]
  const { globals, problems } = readGlobals(given, server.contractFor({}))
  const known = { globals, word, target, words: tail.words, args: {}, files: [] }
  // A word after an unknown flag may be the value of that flag, so nothing can be said about it.
  if (head.problems.length > 0) return { ...known, problems: head.problems }
  if (target === undefined) return { ...known, problems }
  if (!isCommand(target) || tail.problems.length > 0)
    return { ...known, problems: [...tail.problems, ...problems] }
  const read = readArguments(target, given.filter(givesArgument), tail.words)
  const conflicts = fileConflicts(read.files, globals.stdin)
  return {
    ...known,
    ...read,
    output: readOutput(tail.given, target.tool.cli.output),
    problems: [...problems, ...read.problems, ...conflicts],
  }
}

/** Reads up to the command, which is one word, or two where the first is a group. */
function scanCommand(server: Server, argv: readonly string[]): Scan<Flag> {
  const flags = createFlagSet<Flag>(globalFlags)
  const first = scan(argv, flags, 1)
  const [word] = first.words
  if (word === undefined || !isGroup(findTarget(server, word))) return first
  const second = scan(first.rest, flags, 1)
  return {
    words: [[word, ...second.words].join(' ')],
    given: [...first.given, ...second.given],
    problems: [...first.problems, ...second.problems],
    rest: second.rest,
  }
}

export const isCommand = (target: Target | undefined): target is Command =>
  target !== undefined && 'tool' in target

const givesArgument = (given: GivenFlag): given is GivenFlag<ArgumentFlag> =>
  'argument' in given.flag

/** The command, group or built-in that a word names. */
export function findTarget(server: Server, word: string): Target | undefined {
  return (
    findCommand(server.tools(), word) ??
    findGroup(server.tools(), word) ??
    builtIns.find(({ name }) => name === word)
  )
}
