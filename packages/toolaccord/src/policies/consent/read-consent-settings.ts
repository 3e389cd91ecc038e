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
  const { TOOLACCORD_CONSENT: mode, TOOLACCORD_UNATTENDED: names } = env
  const own = said.unattended ?? []
  const unattended = names === undefined ? own : toNames(names)
  const chosen = mode ?? said.mode ?? usual
  const told = unattended.flatMap((name) => findOddity(name, tools) ?? [])
  return {
    mode: isMode(chosen) ? chosen : usual,
    unattended,
    faults: [
      ...modeFaults(mode === undefined ? 'consent.mode' : 'TOOLACCORD_CONSENT', chosen),
      ...(names === undefined ? told.map((oddity) => `consent.unattended: ${oddity}`) : []),
    ],
    oddities: names === undefined ? [] : told.map((oddity) => `TOOLACCORD_UNATTENDED: ${oddity}`),
  }
}

function* modeFaults(where: string, mode: string): Iterable<string> {
  if (!isMode(mode)) yield `${where}: '${mode}' must be one of ${modes.join(', ')}`
}

const toNames = (text: string): readonly string[] =>
  text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')

function findOddity(name: string, tools: readonly AnyTool[]): string | undefined {
  const tool = tools.find((one) => one.name === name)
  if (tool === undefined) {
    const meant = nearest(
      name,
      tools.map((one) => one.name),
    )
    return `there is no tool '${name}'${meant === undefined ? '' : `; did you mean '${meant}'?`}`
  }
  return consentOf(tool) === undefined ? `the tool '${name}' needs no consent` : undefined
}
