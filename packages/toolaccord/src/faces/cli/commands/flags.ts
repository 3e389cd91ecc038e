import type { Contract } from '../../../contracts/contract/contract.ts'
import { dialects, findDialect, toUnknownDialect } from '../../../contracts/dialects.ts'
import { findBudgetProblem } from '../../../fidelity/budget.ts'
import { toKebab } from '../../../names/to-kebab.ts'
import { toBudget } from '../../plausible.ts'
import type { UsageProblem } from './to-usage-failure.ts'

/** A flag, as the command line, help and completion know it. */
export interface Flag {
  /** Its name without the dashes. */
  readonly name: string
  /** One letter, for one dash. */
  readonly short?: string
  /** Represents the value in help; a flag without a placeholder is a switch. */
  readonly placeholder?: string
  /** True for a switch that `--no-<name>` turns off. */
  readonly negatable?: boolean
  /** The values it takes, if they are few and known. */
  readonly choices?: readonly string[]
  readonly summary: string
  /** The argument that the flag gives, if it gives one. */
  readonly argument?: string
}

/** A flag of a command line with its text; the text of a switch is `true` or `false`. */
export interface GivenFlag<F extends Flag = Flag> {
  readonly flag: F
  readonly text: string
}

/** True for a flag that takes no value. */
export const isSwitch = (flag: Flag): boolean => flag.placeholder === undefined

/** The flags of every command. */
export const globalFlags = [
  { name: 'help', short: 'h', summary: 'Explain the command and stop.' },
  { name: 'version', short: 'V', summary: 'Print the version of the server and stop.' },
  { name: 'json', summary: 'Print the answer as one envelope.' },
  {
    name: 'ndjson',
    summary: 'Print events, one JSON object per line; the last holds the envelope.',
  },
  {
    name: 'dialect',
    placeholder: 'NAME',
    choices: [...dialects.keys()],
    summary: 'The dialect of the envelope; prints JSON.',
  },
  {
    name: 'stdin',
    summary:
      'Make one call per line of standard input: a JSON object of arguments, ' +
      'or text for the first argument.',
  },
  { name: 'quiet', short: 'q', summary: 'Print no notes and no progress.' },
  { name: 'verbose', short: 'v', summary: 'Print the log and every note.' },
  { name: 'timeout', placeholder: 'MS', summary: 'Stop waiting after so many milliseconds.' },
  {
    name: 'budget',
    placeholder: 'TOKENS',
    summary: 'Leave things out of an answer that has more tokens, and say how to get them.',
  },
  { name: 'request-id', placeholder: 'ID', summary: 'Name the call in logs and answers.' },
  {
    name: 'idempotency-key',
    placeholder: 'KEY',
    summary: 'Run at most once under this key, however often it is retried.',
  },
  {
    name: 'yes',
    short: 'y',
    summary: 'Agree to what the command asks before it destroys something.',
  },
  {
    name: 'color',
    negatable: true,
    summary:
      'Use colour, or do not; decided by the terminal, NO_COLOR and FORCE_COLOR when absent.',
  },
] as const satisfies readonly Flag[]

type GlobalName = (typeof globalFlags)[number]['name']

/** How an answer is written. */
type Format = 'human' | 'json' | 'ndjson'

/** The values of the global flags of a command line. */
export interface Globals {
  readonly help: boolean
  readonly version: boolean
  readonly format: Format
  /** Spells answers: the dialect that was asked for, or the contract of the server. */
  readonly contract: Contract
  readonly stdin: boolean
  readonly quiet: boolean
  readonly verbose: boolean
  readonly timeoutMs?: number
  readonly budget?: number
  readonly requestId?: string
  readonly idempotencyKey?: string
  /** True if the user agrees to whatever is asked. */
  readonly yes: boolean
  /** Undefined if the terminal decides. */
  readonly color?: boolean
}

/** The global flags of a command line, and the problems with their values. */
export interface ReadGlobals {
  readonly globals: Globals
  readonly problems: readonly UsageProblem[]
}

/**
 * Reads the global flags; the last of several wins. A flag with a problem leaves the others valid,
 * so that the problem is written in the form that was asked for.
 */
export function readGlobals(given: readonly GivenFlag[], contract: Contract): ReadGlobals {
  const texts = new Map(given.map(({ flag, text }) => [flag.name, text]))
  const isOn = (name: GlobalName) => texts.get(name) === 'true'
  const readAs = <T>(name: GlobalName, convert: (text: string) => T): T | undefined => {
    const text = texts.get(name)
    if (text === undefined) return undefined
    return convert(text)
  }
  const named = findContract(texts.get('dialect'), contract)
  // People read data, not envelopes, so a dialect is for programs.
  const isForPrograms = texts.has('dialect') && named !== undefined
  const globals: Globals = {
    help: isOn('help'),
    version: isOn('version'),
    format: formatOf(isOn('json') || isForPrograms, isOn('ndjson')),
    contract: named ?? contract,
    stdin: isOn('stdin'),
    quiet: isOn('quiet'),
    verbose: isOn('verbose'),
    timeoutMs: readAs('timeout', Number),
    budget: readAs('budget', toBudget),
    requestId: texts.get('request-id'),
    idempotencyKey: texts.get('idempotency-key'),
    yes: isOn('yes'),
    color: readAs('color', (text) => text === 'true'),
  }
  return { globals, problems: globalProblems(texts, contract) }
}

function globalProblems(
  texts: ReadonlyMap<string, string>,
  contract: Contract,
): readonly UsageProblem[] {
  const dialect = texts.get('dialect')
  const timeout = texts.get('timeout')
  const budget = texts.get('budget')
  const problems: UsageProblem[] = []
  if (dialect !== undefined && findContract(dialect, contract) === undefined) {
    problems.push({ reason: 'invalid_argument', ...toUnknownDialect(dialect, contract) })
  }
  if (timeout !== undefined && !(Number(timeout) > 0)) problems.push(badTimeout(timeout))
  const budgetProblem = budget !== undefined && findBudgetProblem(toBudget(budget))
  if (budgetProblem) problems.push({ reason: 'invalid_argument', ...budgetProblem })
  if (texts.get('request-id') === '') problems.push(emptyRequestId)
  return problems
}

function findContract(dialect: string | undefined, contract: Contract): Contract | undefined {
  return dialect === undefined ? contract : findDialect(dialect, contract)
}

function formatOf(isJson: boolean, isNdjson: boolean): Format {
  if (isNdjson) return 'ndjson'
  if (isJson) return 'json'
  return 'human'
}

const emptyRequestId: UsageProblem = {
  reason: 'invalid_argument',
  message: '--request-id is empty.',
}

const badTimeout = (text: string): UsageProblem => ({
  reason: 'invalid_argument',
  message: `--timeout must be a number of milliseconds over 0, not '${text}'.`,
})

/** Returns a flag that says which argument it gives, because it could not be named after it. */
export function sayArgument<Of extends Flag>(flag: Of, argument: string): Of {
  const said = /[^.!?]$/.test(flag.summary) ? `${flag.summary}.` : flag.summary
  const why = `It gives '${argument}'; --${toKebab(argument)} is another flag of this command.`
  return { ...flag, summary: `${said} ${why}`.trim() }
}
