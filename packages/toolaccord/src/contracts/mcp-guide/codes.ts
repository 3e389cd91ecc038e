import type { Codebook } from '../../outcome/codebook.ts'
import { type Reason, reasons } from '../../outcome/reasons.ts'

/** The codes of the source, and those that the framework needs beside them. */
export const mcpGuideCodes = {
  validation_error: { kind: 'validation', summary: 'Arguments are missing or not acceptable.' },
  request_error: { kind: 'validation', summary: 'The request itself is malformed.' },
  too_large: {
    kind: 'validation',
    status: reasons.too_large.status,
    summary: 'The request is over the limit.',
  },
  not_found: { kind: 'not_found', summary: 'The thing that was named does not exist.' },
  authentication_error: { kind: 'authentication', summary: 'Credentials are missing or invalid.' },
  security_error: { kind: 'authorization', summary: 'The caller may not do this.' },
  safeguard_prevented: { kind: 'authorization', summary: 'The user has not agreed to this.' },
  feature_disabled: { kind: 'feature_flag', summary: 'The feature is not enabled.' },
  conflict: { kind: 'conflict', summary: 'The state does not allow this.' },
  rate_limited: { kind: 'rate_limit', summary: 'Too many calls.' },
  unexpected_error: { kind: 'internal', summary: 'An unexpected fault of the server.' },
  not_implemented: { kind: 'not_implemented', summary: 'This does not exist yet.' },
  unavailable: { kind: 'unavailable', summary: 'The server cannot take the call now.' },
  timeout: {
    kind: 'unavailable',
    status: reasons.timeout.status,
    summary: 'The call ran out of time.',
  },
  cancelled: {
    kind: 'unavailable',
    status: reasons.cancelled.status,
    exit: reasons.cancelled.exit,
    summary: 'The caller cancelled the call.',
  },
  unknown: { kind: 'internal', summary: 'A failure that was given no type.' },
} as const satisfies Codebook

/** A code of the mcp-guide contract. */
export type McpGuideCode = keyof typeof mcpGuideCodes

/** The code for each of the framework's own reasons. */
export const mcpGuideFramework = {
  invalid_argument: 'validation_error',
  missing_argument: 'validation_error',
  wrong_type: 'validation_error',
  malformed_input: 'request_error',
  too_large: 'too_large',
  invalid_cursor: 'validation_error',
  method_not_allowed: 'request_error',
  not_acceptable: 'request_error',
  unsupported_media_type: 'request_error',
  unauthenticated: 'authentication_error',
  forbidden: 'security_error',
  consent_required: 'safeguard_prevented',
  declined: 'security_error',
  unanswered: 'unavailable',
  unaskable: 'not_implemented',
  feature_disabled: 'feature_disabled',
  unknown_tool: 'not_found',
  not_found: 'not_found',
  conflict: 'conflict',
  rate_limited: 'rate_limited',
  internal: 'unexpected_error',
  not_implemented: 'not_implemented',
  unavailable: 'unavailable',
  timeout: 'timeout',
  cancelled: 'cancelled',
} as const satisfies Readonly<Record<Reason, McpGuideCode>>

const fixArguments =
  'Correct the arguments as error_data says, then call again. ' +
  'Ask the user for clarification on what you do not know.'
const present = 'Present this error to the user and take no further action.'
const later = 'Call again after the time that error_data says; do NOT call in a loop.'

/** What the agent is told to do about each failure of the framework's own. */
export const mcpGuideInstructions = {
  invalid_argument: fixArguments,
  missing_argument: fixArguments,
  wrong_type: fixArguments,
  malformed_input: fixArguments,
  too_large: 'Send less at a time, then call again.',
  invalid_cursor: 'Begin again without a cursor.',
  method_not_allowed: present,
  not_acceptable: present,
  unsupported_media_type: present,
  unauthenticated: 'Ask the user to authenticate. Do NOT retry without new credentials.',
  forbidden: present,
  consent_required: 'Require explicit user consent before proceeding.',
  declined: 'The user declined. Do NOT ask again, and do NOT look for another way.',
  unanswered: 'Tell the user what was asked, and wait for an answer before calling again.',
  unaskable: 'Tell the user what was asked; this client cannot ask by itself.',
  feature_disabled: `${present} Do NOT attempt to enable the feature.`,
  unknown_tool: 'Use a tool that the server lists. Do NOT guess names.',
  not_found: 'Present this error to the user. Do NOT create what is missing by yourself.',
  conflict: 'Read the current state first, then decide whether to call again.',
  rate_limited: later,
  internal: present,
  not_implemented: `${present} Do NOT attempt to fix this automatically.`,
  unavailable: later,
  timeout: 'Call again once with less work at a time; if it fails again, present this to the user.',
  cancelled: 'Take no further action: the call was cancelled.',
} as const satisfies Readonly<Record<Reason, string>>
