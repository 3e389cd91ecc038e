import { ParameterFlags } from '../../../define/parameters.ts'
import { type TextEntry, fromText, fromTexts } from '../../from-texts.ts'
import { type ArgumentFile, isFile, toArgumentFile } from '../commands/argument-files.ts'
import type { ArgumentFlag, Command, Positional } from '../commands/commands.ts'
import type { UsageProblem } from '../commands/usage-problem.ts'
import type { GivenFlag } from './scan.ts'

/** The arguments of a call, and what is wrong with how they were given. */
export interface ReadArguments {
  readonly args: Readonly<Record<string, unknown>>
  /** Arguments that are yet to be read. */
  readonly files: readonly ArgumentFile[]
  readonly problems: readonly UsageProblem[]
}

/** The arguments of a call from its flags and words. */
export function readArguments(
  command: Command,
  given: readonly GivenFlag<ArgumentFlag>[],
  words: readonly string[],
): ReadArguments {
  const flagEntries = given
    .filter(({ flag }) => flag.parameter === undefined)
    .map(({ flag, text }): TextEntry => [flag.argument, text])
  const awaited = command.positionals.filter(
    ({ argument, takesRest }) => takesRest || !given.some(({ flag }) => flag.argument === argument),
  )
  const placed = words.map((word, index) => ({ word, positional: placeOf(awaited, index) }))
  const wordEntries = placed.flatMap(({ word, positional }): TextEntry[] =>
    positional === undefined ? [] : [[positional.argument, word]],
  )
  const entries = [...flagEntries, ...wordEntries]
  const files = entries.flatMap(([name, text]) => toArgumentFile(command.tool, name, text) ?? [])
  const extra = placed.find(({ positional }) => positional === undefined)
  const parameters = readParameters(given)
  return {
    args: {
      ...fromTexts(
        command.tool.inputSchema,
        entries.filter(([name]) => !isFile(command.tool, name)),
      ),
      ...parameters.args,
    },
    files,
    problems: [
      ...(extra === undefined ? [] : [tooManyWords(extra.word, awaited.length)]),
      ...parameters.problems,
    ],
  }
}

function placeOf(awaited: readonly Positional[], index: number): Positional | undefined {
  const last = awaited.at(-1)
  return awaited[index] ?? (last?.takesRest ? last : undefined)
}

/** More words than the command has places for. */
export const tooManyWords = (word: string, accepted: number): UsageProblem => ({
  reason: 'malformed_input',
  message: `'${word}' is one word too many: ${accepted === 0 ? 'none' : `only ${accepted}`} can be taken here.`,
  hint: 'Quote a value that holds spaces; give other arguments as flags.',
})

/** `--value V` and `--param NAME=V` as one argument; the parameter set decides whether they agree. */
function readParameters(given: readonly GivenFlag<ArgumentFlag>[]): Omit<ReadArguments, 'files'> {
  const flags = given.filter(({ flag }) => flag.parameter !== undefined)
  const [first] = flags
  if (first === undefined) return { args: {}, problems: [] }
  const scalars = new Map<string, unknown>()
  const named = new Map<string, unknown>()
  const problems: UsageProblem[] = []
  for (const { flag, text } of flags) {
    const equals = text.indexOf('=')
    const [values, name, valueText] =
      flag.parameter === 'scalar'
        ? ([scalars, `--${flag.name}`, text] as const)
        : ([named, text.slice(0, equals), text.slice(equals + 1)] as const)
    const value = fromText({ type: 'number' }, {}, valueText)
    if (flag.parameter === 'named' && equals < 1) problems.push(notAPair(text))
    else if (values.has(name) && values.get(name) !== value)
      problems.push(givenTwice(name, values.get(name), value))
    else values.set(name, value)
  }
  return {
    args: {
      [first.flag.argument]: new ParameterFlags(
        [...scalars.values()][0],
        Object.fromEntries(named),
      ),
    },
    problems,
  }
}

const notAPair = (text: string): UsageProblem => ({
  reason: 'malformed_input',
  message: `--param '${text}' does not name a parameter and its value.`,
  hint: 'Give it as --param NAME=NUMBER, once for each parameter.',
})

const givenTwice = (name: string, one: unknown, other: unknown): UsageProblem => ({
  reason: 'invalid_argument',
  message: `${name} was given twice, as ${String(one)} and as ${String(other)}.`,
})
