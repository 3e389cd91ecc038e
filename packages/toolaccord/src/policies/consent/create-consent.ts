import type { CallRequest, Next, Policy } from '../../define/policy.ts'
import { type Question, canBeAsked } from '../../define/questions/conversation.ts'
import type { Preparation } from '../../define/tool.ts'
import { hashJson } from '../../json/hash-json.ts'
import { isRecord, without } from '../../json/json.ts'
import { toHex } from '../../json/to-hex.ts'
import type { Logger } from '../../log/log.ts'
import { toCallerKey } from '../../names/to-caller-key.ts'
import type { Failure, Outcome, Success } from '../../outcome/outcome.ts'
import { createMemoryStore } from '../../stores/create-memory-store.ts'
import { createPatientStore } from '../../stores/create-patient-store.ts'
import { type Store, isSharedStore, toSharedKey } from '../../stores/store.ts'
import { type Subject, createCodes } from './create-codes.ts'
import { endWithoutStore } from './end-without-store.ts'
import { consentOf, literalArgument } from './literal.ts'
import type { ConsentMode } from './read-consent-settings.ts'
import { type Lack, type LackFacts, refuseWithoutConsent } from './refuse-without-consent.ts'

/**
 * How a server asks its users before a tool destroys something.
 *
 * @example
 *   const consent: ConsentOptions = { mode: 'ask', expiresMs: 60_000 }
 */
export interface ConsentOptions {
  /**
   * Default: `ask-or-code`; `literal` for a server with the contract mcp-guide. The environment
   * variable TOOLACCORD_CONSENT wins.
   */
  readonly mode?: ConsentMode | undefined
  /** How long a question can be answered and a code be used, in ms. Default: ten minutes. */
  readonly expiresMs?: number | undefined
  /**
   * The names of tools that run without consent, because nobody is there to ask; each such call is
   * logged. The environment variable TOOLACCORD_UNATTENDED wins. Default: none.
   */
  readonly unattended?: readonly string[] | undefined
  /**
   * Remembers codes and used answers. With a store that processes share, they are good once for all
   * of them. Default: the memory of this process.
   */
  readonly store?: Store | undefined
  /** Default: Date.now. */
  readonly now?: (() => number) | undefined
}

/** Looks at a call before its user is asked. */
export interface ToolPreparer {
  /** Checks the arguments of a call and lets its tool look ahead. */
  prepare(request: CallRequest, args: unknown): Promise<Success<Preparation> | Failure>
  /** The arguments as the tool will see them: two spellings of the same call are one. */
  repair(request: CallRequest, args: unknown): unknown
}

/** The state that comes back with the answer to a question; the face seals it. */
interface ConsentState {
  readonly consent: Subject & {
    readonly expires: number
    readonly nonce: string
    readonly granted: boolean
  }
  /** The tool's own state, if it is the tool that asked. */
  readonly state?: unknown
}

/** A call on its way, with what the user must agree to. */
interface Pending {
  readonly request: CallRequest
  readonly next: Next
  readonly literal: string
  /** Without `explicit_action`. */
  readonly args: unknown
  /** The `explicit_action` of the caller. */
  readonly given: unknown
}

/** How long to wait for a store. */
const storeTimeoutMs = 5000

/**
 * Creates the policy that runs a destructive tool only if the user agreed to exactly this call.
 * What runs without consent is told to `log`, even if the log of the call is not shown.
 */
export function createConsent(
  preparer: ToolPreparer,
  options: ConsentOptions = {},
  log?: Logger,
): Policy {
  const { mode = 'ask-or-code', expiresMs = 600_000, unattended = [], now = Date.now } = options
  const shared = options.store && createPatientStore(options.store, storeTimeoutMs)
  const usedAnswers = shared ?? createMemoryStore({ now })
  // A store of its own: refused calls, however many, must not push used answers out.
  const codes = createCodes(shared ?? createMemoryStore({ now }), expiresMs)

  const toState = (subject: Subject, granted: boolean, state?: unknown): ConsentState => ({
    consent: { ...subject, expires: now() + expiresMs, nonce: crypto.randomUUID(), granted },
    state,
  })

  async function toSubject({ request, args }: Pending): Promise<Subject> {
    const hash = toHex(await hashJson(preparer.repair(request, args)))
    const caller = request.caller && toCallerKey(request.caller)
    return { tool: request.tool.name, args: hash, caller: caller ?? '' }
  }

  /** The state of a former round about this very call; the face has checked that it is ours. */
  async function findState(pending: Pending): Promise<ConsentState | undefined> {
    const { state } = pending.request
    if (!isRecord(state) || !isRecord(state.consent)) return undefined
    // The cast names what only this policy makes and the seal protects.
    const given = state as unknown as ConsentState
    return matches(given, await toSubject(pending)) ? given : undefined
  }

  /** Runs the tool; if it asks as well, the next round knows that the user agreed. */
  function run({ request, next, args }: Pending, subject: Subject, more: Partial<CallRequest>) {
    const ask: CallRequest['ask'] = (questions, state) =>
      request.ask(questions, toState(subject, true, state))
    return next({ args, ask, ...more })
  }

  /** Goes on with the answer to a question, or after a question of the tool. */
  async function goOn(pending: Pending, { consent, state }: ConsentState): Promise<Outcome> {
    const { answers } = pending.request
    const { nonce, expires, granted } = consent
    if (expires <= now()) return refuse(pending, 'expired')
    const lack = granted ? undefined : findLack(answers.consent)
    if (lack !== undefined) return refuse(pending, lack)
    const key = toSharedKey('consent', toHex(await hashJson(consent.caller)), nonce)
    const use = () => usedAnswers.add(key, '', expires - now())
    const isFirstUse = await use().catch(endWithoutStore(pending.request))
    if (!isFirstUse) return refuse(pending, 'used')
    // The answer to this policy's own question is not the tool's.
    const rest = granted ? answers : without(answers, ['consent'])
    return run(pending, consent, { state, answers: rest })
  }

  async function askUser(pending: Pending): Promise<Outcome> {
    const { request, args } = pending
    const prepared = await preparer.prepare(request, args)
    if (!prepared.ok) return prepared
    const message = toQuestion(pending, prepared.data)
    return request.ask({ consent: toForm(message) }, toState(await toSubject(pending), false))
  }

  /** Takes the code that a former refusal handed out, or hands one out. */
  async function takeCode(pending: Pending): Promise<Outcome> {
    const { request, args, given } = pending
    if (isGiven(given)) {
      const subject = await toSubject(pending)
      const redeemed = await codes.redeem(subject, given).catch(endWithoutStore(pending.request))
      if (redeemed === 'good') return run(pending, subject, {})
      if (redeemed === 'wrong') return refuse(pending, 'wrong_code')
    }
    const prepared = await preparer.prepare(request, args)
    if (!prepared.ok) return prepared
    const words = toWords(pending, prepared.data)
    // A face with a way of its own has no use for a code.
    if (request.agreeBy !== undefined) return refuse(pending, 'missing', { words })
    const answer = await codes
      .issue(await toSubject(pending))
      .catch(endWithoutStore(pending.request))
    return refuse(pending, 'missing', { words, answer })
  }

  /** Takes the literal, which anybody can read in the schema. */
  async function takeLiteral(pending: Pending): Promise<Outcome> {
    const { request, next, literal, args, given } = pending
    if (given === literal) return next({ args })
    const prepared = await preparer.prepare(request, args)
    if (!prepared.ok) return prepared
    return refuse(pending, 'missing', { words: toWords(pending, prepared.data), answer: literal })
  }

  function runUnattended({ request, next, args, literal }: Pending): Promise<Outcome> {
    const { id, tool, client, caller } = request
    const message = `${tool.name} runs without the consent of a user, as its server is set to`
    const to = log ?? request.log
    to.warn(message, { id, action: literal, client, caller: caller?.id })
    return next({ args })
  }

  return {
    name: 'consent',
    isShared: mode === 'literal' || isSharedStore(options.store),
    covers: (tool) => consentOf(tool) !== undefined,
    async around(request, next) {
      const pending = toPending(request, next)
      if (unattended.includes(request.tool.name)) return runUnattended(pending)
      if (request.consent === 'granted') return next({ args: pending.args })
      if (request.consent === 'declined') return refuse(pending, 'declined')
      if (mode === 'literal') return takeLiteral(pending)
      const state = await findState(pending)
      if (state !== undefined) return goOn(pending, state)
      if (isAskable(request)) return askUser(pending)
      return mode === 'ask' ? refuse(pending, 'unaskable') : takeCode(pending)
    },
  }
}

function toPending(request: CallRequest, next: Next): Pending {
  const literal = consentOf(request.tool) ?? ''
  const { args } = request
  if (!isRecord(args)) return { request, next, literal, args, given: undefined }
  const given = args[literalArgument]
  return { request, next, literal, args: without(args, [literalArgument]), given }
}

/** Some models fill every argument in; an empty one says nothing. */
const isGiven = (given: unknown) => given !== undefined && given !== null && given !== ''

const matches = ({ consent }: ConsentState, { tool, args, caller }: Subject) =>
  consent.tool === tool && consent.args === args && consent.caller === caller

const isAskable = ({ capabilities, unreachable }: CallRequest) =>
  unreachable === undefined && canBeAsked(capabilities, toForm(''))

const toForm = (message: string): Question => ({ type: 'form', message, schema: answerSchema })

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

/** What is lacking in the answer of a user; undefined if they agreed. */
function findLack(answer: unknown): Lack | undefined {
  if (!isRecord(answer) || answer.action === 'cancel') return 'unanswered'
  if (answer.action !== 'accept') return 'declined'
  const agree = isRecord(answer.content) ? answer.content.agree : undefined
  if (agree === true) return undefined
  // A form without its field says neither yes nor no.
  return agree === false ? 'declined' : 'unanswered'
}

const maxShown = 1000

/** The arguments are always shown, because the user agrees to these only. */
function toAction({ literal, args }: Pending): string {
  const json = JSON.stringify(args)
  return `${literal} ${json.length > maxShown ? `${json.slice(0, maxShown)}…` : json}`
}

const toQuestion = (pending: Pending, { question }: Preparation): string =>
  `${question ?? pending.request.tool.summary}\n\n${toAction(pending)}`

const toWords = (pending: Pending, { question }: Preparation): string =>
  question === undefined ? toAction(pending) : `${question} ${toAction(pending)}`

const refuse = (
  { request, literal }: Pending,
  lack: Lack,
  facts: Omit<LackFacts, 'literal'> = {},
): Outcome => refuseWithoutConsent(request, lack, { literal, ...facts })
