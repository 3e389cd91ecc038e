import type { Contract } from '../../../contracts/contract/contract.ts'
import { dialects } from '../../../contracts/dialects.ts'
import { findBudgetProblem } from '../../../fidelity/budget.ts'
import { nearest } from '../../../names/nearest.ts'
import { toBudget } from '../../plausible.ts'
import type { Flag } from '../commands/flag.ts'
import type { UsageProblem } from '../commands/usage-problem.ts'
import type { GivenFlag } from './scan.ts'

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
    summary: 'The dialect of the envelope.',
  },
  {
    name: 'stdin',
    summary:
      'Make one call per line of standard input: a JSON object of arguments, or text for the first argument.',
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

export type GlobalFlag = (typeof globalFlags)[number]

/** What the global flags of a command line say. */
export interface Globals {
  readonly help: boolean
  readonly version: boolean
  readonly format: 'human' | 'json' | 'ndjson'
  readonly contract: Contract
  readonly stdin: boolean
  readonly quiet: boolean
  readonly verbose: boolean
  readonly timeoutMs?: number
  readonly budget?: number
  readonly requestId?: string
  readonly idempotencyKey?: string
  /** The user agrees to whatever is asked. */
  readonly yes: boolean
  readonly color?: boolean
}

/**
 * The last of several wins; what is wrong with one leaves the others in force, so that the problem
 * goes out in the form asked for.
 */
export function readGlobals(
  given: readonly GivenFlag[],
  contract: Contract,
): { readonly globals: Globals; readonly problems: readonly UsageProblem[] } {
  const texts = new Map(given.map(({ flag, text }) => [flag.name, text]))
  const isOn = (name: GlobalFlag['name']) => texts.get(name) === 'true'
  const [dialect, timeout, budget, requestId, color] = [
    texts.get('dialect'),
    texts.get('timeout'),
    texts.get('budget'),
    texts.get('request-id'),
    texts.get('color'),
  ]
  const asked =
    dialect === undefined || dialect === contract.name ? contract : dialects.get(dialect)
  const timeoutMs = timeout === undefined ? undefined : Number(timeout)
  const globals: Globals = {
    help: isOn('help'),
    version: isOn('version'),
    format: isOn('ndjson') ? 'ndjson' : isOn('json') ? 'json' : 'human',
    contract: asked ?? contract,
    stdin: isOn('stdin'),
    quiet: isOn('quiet'),
    verbose: isOn('verbose'),
    timeoutMs,
    ...(budget !== undefined && { budget: toBudget(budget) }),
    requestId,
    idempotencyKey: texts.get('idempotency-key'),
    yes: isOn('yes'),
    ...(color !== undefined && { color: color === 'true' }),
  }
  const problems = [
    ...(dialect !== undefined && asked === undefined ? [unknownDialect(dialect, contract)] : []),
    ...(timeoutMs === undefined || timeoutMs > 0 ? [] : [badTimeout(timeout)]),
    ...badBudget(budget),
    ...(requestId === '' ? [emptyRequestId] : []),
  ]
  return { globals, problems }
}

const emptyRequestId: UsageProblem = {
  reason: 'invalid_argument',
  message: '--request-id is empty.',
}

function unknownDialect(name: string, contract: Contract): UsageProblem {
  const known = [...new Set([contract.name, ...dialects.keys()])]
  const close = nearest(name, known)
  const accepted = `Accepted: ${known.join(', ')}.`
  return {
    reason: 'invalid_argument',
    message: `There is no dialect '${name}'.`,
    hint: close === undefined ? accepted : `Did you mean '${close}'? ${accepted}`,
  }
}

function badBudget(text: string | undefined): readonly UsageProblem[] {
  const problem = text === undefined ? undefined : findBudgetProblem(toBudget(text))
  return problem === undefined ? [] : [{ reason: 'invalid_argument', ...problem }]
}

const badTimeout = (text: string | undefined): UsageProblem => ({
  reason: 'invalid_argument',
  message: `--timeout must be a number of milliseconds over 0, not '${text}'.`,
})
