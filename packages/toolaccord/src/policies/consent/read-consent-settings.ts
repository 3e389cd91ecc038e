import type { AnyTool } from '../../define/tool.ts'
import { nearest } from '../../names/nearest.ts'
import { consentOf } from './literal.ts'

/**
 * How users agree. `ask-or-code`: they are asked if the client can ask; else the first call is
 * refused, and hands out a code for the second. `literal`: the literal among the arguments, and
 * nobody is asked. `ask`: an answer only.
 */
export type ConsentMode = 'ask-or-code' | 'literal' | 'ask'

/** The settings of consent that whoever runs a server can change. */
export interface ConsentSettings {
  readonly mode: ConsentMode
  /** The tools that run without consent, because nobody is there to ask. */
  readonly unattended: readonly string[]
  /** What is wrong with the definition. */
  readonly faults: readonly string[]
  /** What is odd about the environment, which may be meant for another server. */
  readonly oddities: readonly string[]
}

type Env = Readonly<Record<string, string | undefined>>

/** What the author of a server says about consent. */
interface Said {
  readonly mode?: ConsentMode | undefined
  readonly unattended?: readonly string[] | undefined
}

const modes: readonly string[] = ['ask-or-code', 'literal', 'ask'] satisfies ConsentMode[]
const isMode = (text: string): text is ConsentMode => modes.includes(text)

/** Reads the settings; the environment wins, because it is of whoever runs the server. */
export function readConsentSettings(
  said: Said,
  usual: ConsentMode,
  tools: readonly AnyTool[],
  env: Env,
): ConsentSettings {
  const mode = readMode(said, usual, env)
  const names = env.TOOLACCORD_UNATTENDED
  if (names !== undefined) {
    const unattended = toNames(names)
    const oddities = findOddities('TOOLACCORD_UNATTENDED', unattended, tools)
    return { ...mode, unattended, oddities }
  }
  const unattended = said.unattended ?? []
  const faults = findOddities('consent.unattended', unattended, tools)
  return { mode: mode.mode, unattended, faults: [...mode.faults, ...faults], oddities: [] }
}

function readMode(
  said: Said,
  usual: ConsentMode,
  { TOOLACCORD_CONSENT: set }: Env,
): Pick<ConsentSettings, 'mode' | 'faults'> {
  const mode = set ?? said.mode ?? usual
  if (isMode(mode)) return { mode, faults: [] }
  const where = set === undefined ? 'consent.mode' : 'TOOLACCORD_CONSENT'
  return { mode: usual, faults: [`${where}: '${mode}' must be one of ${modes.join(', ')}`] }
}

const toNames = (text: string): readonly string[] =>
  text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')

/** Finds names that allow nothing, each with the reason. */
function findOddities(
  where: string,
  names: readonly string[],
  tools: readonly AnyTool[],
): readonly string[] {
  const found = names.map((name) => findOddity(name, tools))
  return found.flatMap((oddity) => (oddity === undefined ? [] : [`${where}: ${oddity}`]))
}

function findOddity(name: string, tools: readonly AnyTool[]): string | undefined {
  const tool = tools.find((one) => one.name === name)
  if (tool !== undefined) {
    return consentOf(tool) === undefined ? `the tool '${name}' needs no consent` : undefined
  }
  const known = tools.map((one) => one.name)
  const meant = nearest(name, known)
  if (meant === undefined) return `there is no tool '${name}'`
  return `there is no tool '${name}'; did you mean '${meant}'?`
}
