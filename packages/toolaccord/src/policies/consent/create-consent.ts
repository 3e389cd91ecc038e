import type { CallContext } from '../../define/call.ts'
import type { CallRequest, Next, Policy } from '../../define/policy.ts'
import { hashJson } from '../../json/hash-json.ts'
import { isRecord, without } from '../../json/json.ts'
import { toHex } from '../../json/to-hex.ts'
import type { Failure, Outcome } from '../../outcome/outcome.ts'
import { createMemoryStore } from '../../stores/create-memory-store.ts'
import type { Store } from '../../stores/store.ts'
import { consentOf, literalArgument } from './literal.ts'

/**
 * How users agree. `ask-or-literal`: they are asked if the client can ask, else the literal must be
 * among the arguments. `literal`: the literal only. `ask`: an answer only.
 */
export type ConsentMode = 'ask-or-literal' | 'literal' | 'ask'

/**
 * How a server asks its users before a tool destroys something.
 *
 * @example
 *   const consent: ConsentOptions = { mode: 'ask', expiresMs: 60_000 }
 */
export interface ConsentOptions {
  /** Default: `ask-or-literal`. */
  readonly mode?: ConsentMode | undefined
  /** How long a question can be answered, in milliseconds. Default: ten minutes. */
  readonly expiresMs?: number | undefined
  /**
   * Remembers used answers. With a store that processes share, an answer is good once for all of
   * them. Default: the memory of this process.
   */
  readonly store?: Store | undefined
  /** Default: Date.now. */
  readonly now?: (() => number) | undefined
}

/** The state that comes back with the answer to a question; the face seals it. */
interface ConsentState {
  readonly consent: {
    readonly tool: string
    readonly args: string
    readonly caller: string
    readonly expires: number
    readonly nonce: string
    readonly granted: boolean
  }
  /** The tool's own state, if it is the tool that asked. */
  readonly state?: unknown
}

/** The call that an answer is good for. */
type Subject = Pick<ConsentState['consent'], 'tool' | 'args' | 'caller'>

/** Creates the policy that runs a destructive tool only if the user agreed to exactly this call. */
export function createConsent(options: ConsentOptions = {}): Policy {
  const {
    mode = 'ask-or-literal',
    expiresMs = 600_000,
    store = createMemoryStore(),
    now = Date.now,
  } = options

  const toState = (subject: Subject, granted: boolean, state?: unknown): ConsentState => ({
    consent: { ...subject, expires: now() + expiresMs, nonce: crypto.randomUUID(), granted },
    state,
  })

  /** Asks the user, or goes on with their answer. */
  async function converse(
    request: CallRequest,
    next: Next,
    literal: string,
    args: unknown,
  ): Promise<Outcome> {
    const subject = {
      tool: request.tool.name,
      args: toHex(await hashJson(args)),
      caller: request.caller?.id ?? '',
    }
    const given = readState(request.state)
    if (given === undefined || !matches(given, subject)) {
      const message = toQuestion(request.tool.summary, literal, args)
      const question = { type: 'form', message, schema: answerSchema } as const
      return request.ask({ consent: question }, toState(subject, false))
    }
    const { nonce, expires, granted } = given.consent
    if (expires <= now()) return refuse(request, literal, 'expired')
    if (!granted && !isAgreed(request.answers)) return refuse(request, literal, 'declined')
    const isFirstUse = await store.add(`consent:${nonce}`, '', expires - now())
    if (!isFirstUse) return refuse(request, literal, 'used')
    const { consent: _, ...answers } = request.answers
    return next({
      args,
      state: given.state,
      answers,
      ask: (questions, state) => request.ask(questions, toState(subject, true, state)),
    })
  }

  return {
    name: 'consent',
    covers: (tool) => consentOf(tool) !== undefined,
    async around(request, next) {
      const literal = consentOf(request.tool) ?? ''
      const args = isRecord(request.args) ? without(request.args, [literalArgument]) : request.args
      if (request.consent === 'granted') return next({ args })
      if (request.consent === 'declined') return refuse(request, literal, 'declined')
      if (mode !== 'literal' && canBeAsked(request)) return converse(request, next, literal, args)
      if (mode === 'ask') return refuse(request, literal, 'unaskable')
      const isGiven = isRecord(request.args) && request.args[literalArgument] === literal
      if (!isGiven) return refuse(request, literal, 'missing')
      return next({ args })
    },
  }
}

const matches = ({ consent }: ConsentState, { tool, args, caller }: Subject) =>
  consent.tool === tool && consent.args === args && consent.caller === caller

const answerSchema = {
  type: 'object',
  properties: {
    agree: {
      type: 'boolean',
      title: 'Do it',
      description: 'It may not be possible to undo this.',
      default: false,
    },
  },
  required: ['agree'],
}

const canBeAsked = ({ capabilities }: CallContext) => isRecord(capabilities.elicitation)

function isAgreed(answers: CallContext['answers']): boolean {
  const answer = answers.consent
  return (
    isRecord(answer) &&
    answer.action === 'accept' &&
    isRecord(answer.content) &&
    answer.content.agree === true
  )
}

/** Returns the state of a question about consent; the face has checked that it is one of ours. */
function readState(state: unknown): ConsentState | undefined {
  if (!isRecord(state) || !isRecord(state.consent)) return undefined
  // The cast names what only this policy makes and the seal protects.
  return state as unknown as ConsentState
}

/** The question for the user. It shows the arguments, because the user agrees to these only. */
function toQuestion(summary: string, literal: string, args: unknown): string {
  const json = JSON.stringify(args)
  const shown = json.length > 1000 ? `${json.slice(0, 1000)}…` : json
  return `${summary}\n\n${literal} ${shown}`
}

const refusals = {
  missing: (literal: string) => ({
    hint:
      `Ask the user. When they agree, call again with ${literalArgument}: '${literal}' ` +
      '(on a command line, with --yes).',
  }),
  unaskable: () => ({ hint: 'Use a client that can ask its user.' }),
  declined: () => ({ message: 'The user did not agree.' }),
  expired: () => ({
    message: 'The question was answered too late.',
    hint: 'Call again to ask the user anew.',
  }),
  used: () => ({
    message: 'This answer of the user was used already.',
    hint: 'Call again to ask the user anew.',
  }),
} as const

function refuse(request: CallRequest, literal: string, why: keyof typeof refusals): Failure {
  const refused = request.refuse('consent_required', {
    message: `The user has not agreed to ${literal}.`,
    ...refusals[why](literal),
    details: { action: literal },
  })
  return {
    ...refused,
    notes: {
      ...refused.notes,
      instruction: 'Do not retry without the explicit agreement of the user.',
    },
  }
}
