import { shellQuote } from '../render/escape.ts'
import type { CompletedCommand, CompletedFlag, Completion } from './to-completion.ts'

/** An arm of a `case` over "command previous-word", as bash and zsh both read it. */
export interface CaseArm {
  readonly pattern: string
  /** Empty if a value may be anything. */
  readonly choices: readonly string[]
}

/** Makes an arm for every flag that takes a value; flags without choices share the last arm. */
export function toCaseArms({ commands, globals }: Completion): CaseArm[] {
  const armsOf = (flags: readonly CompletedFlag[], toPattern: (token: string) => string) =>
    flags
      .filter(({ takesValue }) => takesValue)
      .map(({ token, choices }): CaseArm => ({ pattern: toPattern(token), choices }))
  const own = commands.flatMap(({ name, flags }) =>
    armsOf(flags, (token) => shellQuote(`${name} ${token}`)),
  )
  const arms = [...own, ...armsOf(globals, (token) => `*${shellQuote(` ${token}`)}`)]
  const free = arms.filter(({ choices }) => choices.length === 0)
  const anything: CaseArm = { pattern: free.map(({ pattern }) => pattern).join(' | '), choices: [] }
  return [...arms.filter(({ choices }) => choices.length > 0), anything]
}

/** Writes an arm for every command that has words to offer. */
export function toCommandArms(
  commands: readonly CompletedCommand[],
  wordsOf: (command: CompletedCommand) => readonly string[],
  toArm: (name: string, words: string) => string,
): string {
  return commands
    .map((command) => ({ name: shellQuote(command.name), words: wordsOf(command) }))
    .filter(({ words }) => words.length > 0)
    .map(({ name, words }) => toArm(name, toWords(words)))
    .join('\n')
}

/** Writes the words of a shell array, each quoted. */
export const toWords = (words: readonly string[]): string => words.map(shellQuote).join(' ')
