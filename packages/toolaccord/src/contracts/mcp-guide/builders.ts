import { failure } from '../../outcome/failure.ts'
import { type Outcome, ok } from '../../outcome/outcome.ts'
import type { Envelope } from '../contract/contract-init.ts'
import { mcpGuideContract } from './contract.ts'

/** A success on the wire; a value of null is left out. */
export type McpGuideSuccess<T> = {
  readonly success: true
  readonly value?: T
  readonly message?: string
  readonly instruction?: string
}

/** A failure on the wire. */
export type McpGuideFailure = {
  readonly success: false
  readonly error: string
  readonly error_type: string
  readonly error_data?: Readonly<Record<string, unknown>>
  readonly exception_type?: string
  readonly exception_message?: string
  readonly message?: string
  readonly instruction?: string
}

/** The object that a tool of the source returns: a success or a failure, and its JSON. */
export interface McpGuideResult<Body extends Envelope> {
  isOk(): boolean
  isFailure(): boolean
  toJson(): Body
  toJsonString(): string
}

/** The notes of a Result. */
export interface McpGuideOptions {
  /** For the human. */
  readonly message?: string | undefined
  /** For the agent: any text; `instructions` has the recommended sentences. */
  readonly instruction?: string | undefined
}

/** The options of a Result that is a failure. */
export interface McpGuideFailureOptions extends McpGuideOptions {
  /** Default: `unknown`. */
  readonly errorType?: string | undefined
  readonly errorData?: Readonly<Record<string, unknown>> | undefined
  /** Its name and message are shown to the caller. */
  readonly exception?: Error | undefined
}

/** The two factories of the source's Result. */
const Result = Object.freeze({
  ok: <T = null>(value?: T, notes: McpGuideOptions = {}) =>
    toResult<McpGuideSuccess<T>>(ok(value, notes)),
  failure(error: string, options: McpGuideFailureOptions = {}) {
    const { errorType = 'unknown', errorData, exception, ...notes } = options
    const outcome = failure(errorType, { message: error, details: errorData, exception, notes })
    return toResult<McpGuideFailure>(outcome)
  },
})

/** The recommended sentences of ADR-008 section 4; those with a blank are functions. */
const instructions = Object.freeze({
  errorHandling: Object.freeze({
    presentError: 'Present this error to the user and take no further action.',
    suggestBeforeRetrying: (remediation: string) => `Suggest ${remediation} before retrying.`,
    askForClarification: (aspect: string) => `Ask the user for clarification on ${aspect}.`,
  }),
  modeControl: Object.freeze({
    switchToPlanning: 'Switch to PLANNING mode.',
    switchToDiscussion: 'Switch to DISCUSSION mode.',
    nowInImplementation: 'You are now in IMPLEMENTATION mode.',
    returnToCheck: 'Return to CHECK mode.',
  }),
  boundaries: Object.freeze({
    makeNoChanges: 'Do NOT make any changes to the project.',
    doNotFix: 'Do NOT attempt to fix this automatically.',
    requireConsent: 'Require explicit user consent before proceeding.',
    requireReview: 'This operation requires user review and approval.',
  }),
  guidance: Object.freeze({
    consider: (alternative: string) => `Consider ${alternative}.`,
    reviewBeforeProceeding: (documentation: string) => `Review ${documentation} before proceeding.`,
    validateWithUser: (aspect: string) => `Validate ${aspect} with the user.`,
  }),
})

/** The constructors of the source and its vocabulary of instructions. */
export const mcpGuideBuilders = Object.freeze({ Result, instructions })

function toResult<Body extends Envelope>(outcome: Outcome): McpGuideResult<Body> {
  // The cast names the shape that the golden tests hold the encoder to.
  const toJson = () => mcpGuideContract.encode(outcome).body as Body
  return Object.freeze({
    isOk: () => outcome.ok,
    isFailure: () => !outcome.ok,
    toJson,
    toJsonString: () => JSON.stringify(toJson()),
  })
}
