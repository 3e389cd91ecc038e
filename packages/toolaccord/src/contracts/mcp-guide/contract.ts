import { compact, compactUnlessEmpty, isRecord, without } from '../../json/json.ts'
import { toFailure } from '../../outcome/failure.ts'
import { type Failure, type Outcome, type Problem, ok } from '../../outcome/outcome.ts'
import type { Envelope } from '../contract/contract-init.ts'
import { defineContract } from '../contract/contract.ts'
import { withNextMembers } from '../contract/next-members.ts'
import { addNotesMember, readNotesMember } from '../contract/notes-member.ts'
import { readArray, readRecord, readString } from '../contract/read.ts'
import { mcpGuideCodes, mcpGuideFramework, mcpGuideInstructions } from './codes.ts'
import { mcpGuideLaterMembers, mcpGuideLeanSchema, mcpGuideSchema } from './schema.ts'

/**
 * The mcp-guide dialect: the JSON of its `Result`, and `notes` if there is something that a model
 * must know and `Result` has no field for.
 */
export const mcpGuideContract = defineContract({
  name: 'mcp-guide',
  codes: mcpGuideCodes,
  framework: mcpGuideFramework,
  instructions: mcpGuideInstructions,
  textNotes: ['message', 'instruction'],
  schema: mcpGuideSchema,
  leanSchema: mcpGuideLeanSchema,

  toBody(outcome) {
    const { notes } = outcome
    const answer = outcome.ok ? { value: outcome.data ?? undefined } : toError(outcome.problems)
    const body = compact({
      success: outcome.ok,
      ...answer,
      message: notes.message || undefined,
      instruction: notes.instruction || undefined,
      ...readLaterMembers(notes.extra ?? {}),
    })
    return { body }
  },

  addNotes(body, outcome) {
    const added = addNotesMember(body, withoutOwnNotes(outcome))
    const problems = outcome.ok ? [] : toUnshownProblems(outcome.problems)
    if (problems.length === 0) return added
    return { ...added, notes: { ...readRecord(added.notes), problems } }
  },

  fromBody(body): Outcome {
    const { notes: added, data, next } = readNotesMember(body)
    const notes = compact({
      ...added,
      message: readString(body.message),
      instruction: readString(body.instruction),
      extra: compactUnlessEmpty(readLaterMembers(body)),
    })
    if (body.success === true) return withNextMembers(ok(body.value ?? null, notes), next)
    return withNextMembers(toFailure(fromError(body), { data, notes }), next)
  },

  is(value: unknown): value is Envelope {
    if (!isRecord(value) || 'data' in value) return false
    if (value.success === true) return !('error' in value)
    if (value.success !== false) return false
    return typeof value.error === 'string' && typeof value.error_type === 'string'
  },
})

/** The envelope has fields of its own for the message and the instruction. */
function withoutOwnNotes(outcome: Outcome): Outcome {
  const { message, instruction } = outcome.notes
  if (message === undefined && instruction === undefined) return outcome
  return { ...outcome, notes: { ...outcome.notes, message: undefined, instruction: undefined } }
}

function readLaterMembers(members: Envelope): Record<string, string> {
  const found: Record<string, string> = {}
  for (const name of mcpGuideLaterMembers) {
    const member = members[name]
    if (typeof member === 'string') found[name] = member
  }
  return found
}

function toError(problems: Failure['problems']): Envelope {
  const [{ code, message, hint, details, exception }] = problems
  return {
    error: message,
    error_type: code,
    error_data: compactUnlessEmpty({
      ...details,
      hint: hint ?? details?.hint,
      validation_errors: toFieldErrors(problems) ?? details?.validation_errors,
    }),
    exception_type: exception?.type,
    exception_message: exception?.message,
  }
}

interface FieldError {
  readonly field: string
  readonly message: string
}

/** Returns the problems that have a path, or undefined if there are none. */
function toFieldErrors(problems: Failure['problems']): readonly FieldError[] | undefined {
  const errors: FieldError[] = []
  for (const { path, message } of problems)
    if (path !== undefined) errors.push({ field: path, message })
  if (errors.length === 0) return undefined
  return errors
}

/** Writes the problems after the first that `validation_errors` does not show, or not in full. */
function toUnshownProblems([first, ...others]: Failure['problems']): readonly string[] {
  const unshown = others.filter(({ path, hint }) => path === undefined || hint !== undefined)
  const unlike = unshown.filter(({ path, hint }) => path === undefined || hint !== first.hint)
  return unlike.map(({ code, message, hint = '' }) => `${code}: ${message} ${hint}`.trim())
}

function fromError(body: Envelope): Failure['problems'] {
  const data = readRecord(body.error_data) ?? {}
  const first: Problem = compact({
    code: readString(body.error_type) ?? 'unknown',
    message: readString(body.error) ?? '',
    hint: readString(data.hint),
    details: compactUnlessEmpty(without(data, ['hint', 'validation_errors'])),
    exception: readException(body),
  })
  const fieldErrors = readArray(data.validation_errors).filter(isFieldError)
  const found = fieldErrors.map(({ field, message }): Problem => ({
    code: first.code,
    message,
    path: field,
  }))
  const [located, ...others] = found
  // The source may put a summary into `error`: then it is the first problem, and has no path.
  if (located?.message !== first.message) return [first, ...found]
  return [{ ...first, path: located.path }, ...others]
}

function readException(body: Envelope): Problem['exception'] {
  if (typeof body.exception_type !== 'string') return undefined
  return { type: body.exception_type, message: readString(body.exception_message) ?? '' }
}

const isFieldError = (value: unknown): value is FieldError =>
  isRecord(value) && typeof value.field === 'string' && typeof value.message === 'string'
