import { ParameterFlags } from '../../../define/parameters.ts'
import { fromText } from '../../from-texts.ts'
import type { ArgumentFlag } from '../commands/commands.ts'
import type { GivenFlag } from '../commands/flags.ts'
import type { UsageProblem } from '../commands/to-usage-failure.ts'

/** The parameters of a tool as one argument, and the problems with how they were given. */
export interface ReadParameters {
  readonly parameters: ParameterFlags
  readonly problems: readonly UsageProblem[]
}

/** Reads `--value V` and `--param NAME=V`; the parameter set decides whether the two agree. */
export function readParameters(given: readonly GivenFlag<ArgumentFlag>[]): ReadParameters {
  const scalars = new Map<string, unknown>()
  const named = new Map<string, unknown>()
  const problems: UsageProblem[] = []
  const add = (values: Map<string, unknown>, name: string, text: string) => {
    const value = fromText({ type: 'number' }, {}, text)
    const earlier = values.get(name)
    if (values.has(name) && earlier !== value) problems.push(givenTwice(name, earlier, value))
    else values.set(name, value)
  }
  for (const { flag, text } of given) {
    const equals = text.indexOf('=')
    if (flag.parameter === 'scalar') add(scalars, `--${flag.name}`, text)
    else if (equals < 1) problems.push(notAPair(text))
    else add(named, text.slice(0, equals), text.slice(equals + 1))
  }
  const [scalar] = scalars.values()
  return { parameters: new ParameterFlags(scalar, Object.fromEntries(named)), problems }
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
