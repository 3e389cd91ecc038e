import type { Flag } from '../../faces/cli/commands/flags.ts'
import type { UsageProblem } from '../../faces/cli/commands/to-usage-failure.ts'

/** The options of a program with their values, and the command line without them. */
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
  const [before, after] = splitAtDashes(argv)
  for (let at = 0; at < before.length; at++) {
    const token = before[at] ?? ''
    const option = options.find(({ name }) => isOption(token, name))
    if (option === undefined) {
      rest.push(token)
      continue
    }
    let value = token.slice(`--${option.name}=`.length)
    if (!token.includes('=') && !before[at + 1]?.startsWith('--')) {
      at++
      value = before[at] ?? ''
    }
    if (value === '') problems.push(missingValue(option))
    else given.set(option.name, [...(given.get(option.name) ?? []), value])
  }
  return { given, rest: [...rest, ...after], problems }
}

function splitAtDashes(
  argv: readonly string[],
): readonly [before: readonly string[], after: readonly string[]] {
  const dashes = argv.indexOf('--')
  if (dashes < 0) return [argv, []]
  return [argv.slice(0, dashes), argv.slice(dashes)]
}

const isOption = (token: string, name: string): boolean =>
  token === `--${name}` || token.startsWith(`--${name}=`)

const missingValue = ({ name, placeholder }: Flag): UsageProblem => ({
  reason: 'malformed_input',
  message: `--${name} needs a value.`,
  hint: `Give it as --${name} ${placeholder}.`,
})
