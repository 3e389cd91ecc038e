import type { Flag } from '../../faces/cli/commands/flags.ts'
import type { UsageProblem } from '../../faces/cli/commands/usage-problem.ts'

/** The options of a program with their texts, and the command line without them. */
export interface TakenOptions {
  readonly given: ReadonlyMap<string, readonly string[]>
  readonly rest: readonly string[]
  readonly problems: readonly UsageProblem[]
}

/**
 * Takes the options of a program out of its command line, anywhere before `--`. This is safe before
 * any command is known, because no value of another flag starts with two dashes.
 */
export function takeOptions(argv: readonly string[], options: readonly Flag[]): TakenOptions {
  const given = new Map<string, string[]>()
  const rest: string[] = []
  const problems: UsageProblem[] = []
  const end = argv.includes('--') ? argv.indexOf('--') : argv.length
  for (let at = 0; at < end; at++) {
    const token = argv[at] ?? ''
    const option = options.find(({ name }) => isOption(token, name))
    if (option === undefined) {
      rest.push(token)
      continue
    }
    let value = token.slice(`--${option.name}=`.length)
    if (!token.includes('=') && at + 1 < end && !argv[at + 1]?.startsWith('--')) {
      at++
      value = argv[at] ?? ''
    }
    if (value === '') problems.push(missingValue(option))
    else given.set(option.name, [...(given.get(option.name) ?? []), value])
  }
  return { given, rest: [...rest, ...argv.slice(end)], problems }
}

const isOption = (token: string, name: string): boolean =>
  token === `--${name}` || token.startsWith(`--${name}=`)

const missingValue = ({ name, placeholder }: Flag): UsageProblem => ({
  reason: 'malformed_input',
  message: `--${name} needs a value.`,
  hint: `Give it as --${name} ${placeholder}.`,
})
