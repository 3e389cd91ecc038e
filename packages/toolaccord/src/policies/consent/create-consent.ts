import type { CallContext } from '../../define/call.ts'
import type { CallRequest, Next, Policy } from '../../define/policy.ts'
import { hashJson, toHex } from '../../json/canonical-json.ts'
import { isRecord, without } from '../../json/json.ts'
import type { Failure, Outcome } from '../../outcome/outcome.ts'
import { createMemoryStore } from '../../stores/create-memory-store.ts'
import type { Store } from '../../stores/store.ts'
import { consentOf, literalArgument } from './literal.ts'

/**
 * `ask-or-literal` asks whoever can be asked, `literal` asks for the word in the arguments, `ask`
 * takes nothing but an answer.
 */
export type ConsentMode = 'ask-or-literal' | 'literal' | 'ask'

/**
 * How a server asks for consent, all optional.
 *
 * @example
 *   const consent: ConsentOptions = { mode: 'ask', expiresMs: 60_000 }
 */
export interface ConsentOptions {
  readonly mode?: ConsentMode | undefined
  /** How long a question stands, in milliseconds. Default: ten minutes. */
  readonly expiresMs?: number | undefined
  /**
   * Where used answers are remembered; one that machines share makes an answer good once for all of
   * them. Default: in memory.
   */
  readonly store?: Store | undefined
  readonly now?: (() => number) | undefined
}

/** What travels between the question and its answer, sealed by the face. */
interface ConsentState {
  readonly consent: {
    readonly tool: string
    readonly args: string
    readonly caller: string
    readonly expires: number
    readonly nonce: string
    readonly granted: boolean
  }
  /** The tool's own, when it is the tool that asked. */
  readonly state?: unknown
}

/** What an answer is good for. */
type Subject = Pick<ConsentState['consent'], 'tool' | 'args' | 'caller'>

/** Runs what destroys only when the user has agreed to exactly this call. */
export function createConsent({
  mode = 'ask-or-literal',
  expiresMs = 600_000,
  store = createMemoryStore(),
  now = Date.now,
}: ConsentOptions = {}): Policy {
  const mint = (subject: Subject, granted: boolean, state?: unknown): ConsentState => ({
    consent: { ...subject, expires: now() + expiresMs, nonce: crypto.randomUUID(), granted },
    ...(state !== undefined && { state }),
  })

  const ask = (request: CallRequest, literal: string, subject: Subject): never =>
    request.ask(
      { consent: { type: 'form', message: toQuestion(request, literal), schema: answerSchema } },
      mint(subject, false),
    )

  /** Asks the user, or goes on with what they answered. */
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
    const given = toState(request.state)
    if (given === undefined || !matches(given, subject)) return ask(request, literal, subject)
    const { nonce, expires, granted } = given.consent
    if (expires <= now()) return refuse(request, literal, 'expired')
    if (!granted && !isAgreed(request.answers)) return refuse(request, literal, 'declined')
    if (!(await store.add(`consent:${nonce}`, '', expires - now())))
      return refuse(request, literal, 'used')
    const { consent: _, ...answers } = request.answers
    return next({
      args,
      state: given.state,
      answers,
      ask: (questions, state) => request.ask(questions, mint(subject, true, state)),
    })
  }

  return {
    name: 'consent',
    covers: (tool) => consentOf(tool) !== undefined,
    around(request, next) {
      const literal = consentOf(request.tool) ?? ''
      const args = isRecord(request.args) ? without(request.args, [literalArgument]) : request.args
      if (request.consent === 'granted') return next({ args })
      if (request.consent === 'declined') return refuse(request, literal, 'declined')
      if (mode !== 'literal' && canBeAsked(request)) return converse(request, next, literal, args)
      if (mode === 'ask') return refuse(request, literal, 'unaskable')
      const isGiven = isRecord(request.args) && request.args[literalArgument] === literal
      return isGiven ? next({ args }) : refuse(request, literal, 'missing')
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

/** The state of a question about consent; the face has checked that it is one of ours. */
function toState(state: unknown): ConsentState | undefined {
  // The cast names what only `mint` makes and the seal protects.
  return isRecord(state) && isRecord(state.consent) ? (state as unknown as ConsentState) : undefined
}

/** What the user reads; arguments are shown, because these and no others are agreed to. */
function toQuestion({ tool, args }: CallRequest, literal: string): string {
  const shown = JSON.stringify(isRecord(args) ? without(args, [literalArgument]) : args)
  return `${tool.summary}\n\n${literal} ${shown.length > 1000 ? `${shown.slice(0, 1000)}…` : shown}`
}

const refusals = {
  missing: (literal: string) => ({
    hint: `Ask the user. When they agree, call again with ${literalArgument}: '${literal}' (on a command line, with --yes).`,
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
