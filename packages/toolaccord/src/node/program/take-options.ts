import type { Flag } from '../../faces/cli/commands/flag.ts'
import type { UsageProblem } from '../../faces/cli/commands/usage-problem.ts'

/** Options with their texts, and the words without them. */
export interface TakenOptions {
  readonly given: ReadonlyMap<string, readonly string[]>
  readonly rest: readonly string[]
  readonly problems: readonly UsageProblem[]
}

/**
 * Takes the options of a program out of its command line, wherever they stand before `--`: no value
 * of another flag starts with two dashes.
 */
export function takeOptions(argv: readonly string[], options: readonly Flag[]): TakenOptions {
  const given = new Map<string, string[]>()
  const rest: string[] = []
  const problems: UsageProblem[] = []
  const end = argv.includes('--') ? argv.indexOf('--') : argv.length
  for (let at = 0; at < end; at++) {
    const word = argv[at] ?? ''
    const [name = '', inline] = splitAtEquals(word)
    const option = options.find((one) => `--${one.name}` === name)
    if (option === undefined) {
      rest.push(word)
      continue
    }
    const value =
      inline ?? (at + 1 < end && !argv[at + 1]?.startsWith('--') ? argv[++at] : undefined)
    if (value === undefined || value === '')
      problems.push({
        reason: 'malformed_input',
        message: `${name} needs a value.`,
        hint: `Give it as ${name} ${option.placeholder}.`,
      })
    else given.set(option.name, [...(given.get(option.name) ?? []), value])
  }
  return { given, rest: [...rest, ...argv.slice(end)], problems }
}

const splitAtEquals = (word: string): readonly [string, string?] =>
  word.includes('=')
    ? [word.slice(0, word.indexOf('=')), word.slice(word.indexOf('=') + 1)]
    : [word]
