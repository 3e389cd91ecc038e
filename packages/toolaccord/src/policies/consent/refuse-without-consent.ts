import type { CallRequest } from '../../define/policy.ts'
import type { Failure } from '../../outcome/outcome.ts'
import { literalArgument } from './literal.ts'

/** Why a call does not have the consent of the user. */
export type Lack =
  | 'missing'
  | 'wrong_code'
  | 'unaskable'
  | 'declined'
  | 'unanswered'
  | 'expired'
  | 'used'

/** The facts that a refusal is worded with. */
export interface LackFacts {
  /** What the user must agree to, such as DELETE_NOTE. */
  readonly literal: string
  /** What would be done, in words; undefined if it has not been looked at. */
  readonly words?: string | undefined
  /** What `explicit_action` must be once the user agreed; undefined if it does not count. */
  readonly answer?: string | undefined
}

interface Words {
  readonly message: string
  readonly hint?: string | undefined
}

/** The refusal of a call without consent: what is lacking, and what whoever calls can do. */
export function refuseWithoutConsent(request: CallRequest, lack: Lack, facts: LackFacts): Failure {
  const { literal, answer } = facts
  const details: Record<string, unknown> = { action: literal }
  if (answer !== undefined) details[literalArgument] = answer
  const refused = request.refuse('consent_required', {
    ...wordings[lack](request, facts),
    details,
  })
  const [problem] = refused.problems
  // Once the user agrees, the same call succeeds.
  const recoverable = lack === 'missing' || lack === 'wrong_code' ? true : problem.recoverable
  const instruction = 'Do not retry without the explicit agreement of the user.'
  return {
    ...refused,
    problems: [{ ...problem, recoverable }],
    notes: { ...refused.notes, instruction },
  }
}

const wordings: Readonly<Record<Lack, (request: CallRequest, facts: LackFacts) => Words>> = {
  missing: (request, { literal, words, answer }) => ({
    message: `The user has not agreed to this yet: ${words ?? literal}`,
    hint: `Ask the user. If they agree, ${howToAgree(request, answer)}.`,
  }),
  wrong_code: (_, { literal }) => ({
    message: `This is not the code that was given out for this call of ${literal}.`,
    hint: `Give the code of the last refusal, or call without ${literalArgument} for a new one.`,
  }),
  unaskable: ({ unreachable }) => ({
    message: 'The user must be asked, and this caller cannot be asked.',
    hint: unreachable?.hint ?? 'Use a client that can ask its user.',
  }),
  declined: (request) => ({
    message: isTold(request) ? 'The user declined.' : 'The client says that the user declined.',
    hint: toUnattendedHint(request),
  }),
  unanswered: (request) => ({
    message: 'Nobody answered the question.',
    hint: toUnattendedHint(request),
  }),
  expired: () => ({
    message: 'The question was answered too late.',
    hint: 'Call again to ask the user anew.',
  }),
  used: () => ({
    message: 'This answer of the user was used already.',
    hint: 'Call again to ask the user anew.',
  }),
}

function howToAgree({ agreeBy }: CallRequest, answer: string | undefined): string {
  if (agreeBy !== undefined) return agreeBy
  // Behind a gate, arguments is an object of its own, and the code belongs into it.
  return `call again with ${literalArgument}: '${answer}' added to the same arguments`
}

/** True if the face has asked by itself; a client may answer for a user who is not there. */
const isTold = ({ agreeBy, consent }: CallRequest) => agreeBy !== undefined || consent !== undefined

function toUnattendedHint(request: CallRequest): string | undefined {
  if (isTold(request)) return undefined
  return (
    'If nobody was there to ask, tell the user: whoever runs the server can allow this tool ' +
    `in unattended runs, with TOOLACCORD_UNATTENDED=${request.tool.name}.`
  )
}
