import { shellQuote } from '../render/escape.ts'
import type { CompletedFlag, Completion } from './to-completion.ts'

/** An arm of a `case` over "command previous-word", as bash and zsh both read it. */
export interface CaseArm {
  readonly pattern: string
  /** None where a value may be anything. */
  readonly choices: readonly string[]
}

/** An arm for every flag that takes a value; those whose value may be anything share the last. */
export function toCaseArms({ commands, globals }: Completion): CaseArm[] {
  const patterns = (flags: readonly CompletedFlag[], toPattern: (token: string) => string) =>
    flags
      .filter(({ takesValue }) => takesValue)
      .map(({ token, choices }): CaseArm => ({ pattern: toPattern(token), choices }))
  const arms = [
    ...commands.flatMap(({ name, flags }) =>
      patterns(flags, (token) => shellQuote(`${name} ${token}`)),
    ),
    ...patterns(globals, (token) => `*${shellQuote(` ${token}`)}`),
  ]
  const free = arms.filter(({ choices }) => choices.length === 0)
  return [
    ...arms.filter(({ choices }) => choices.length > 0),
    { pattern: free.map(({ pattern }) => pattern).join(' | '), choices: [] },
  ]
}

/** The words of an array, each as the shell reads it back. */
export const toWords = (words: readonly string[]): string => words.map(shellQuote).join(' ')
