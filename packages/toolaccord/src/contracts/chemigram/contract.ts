import { compact, compactUnlessEmpty, isRecord, without } from '../../json/json.ts'
import { type Codebook, recoverableOf } from '../../outcome/codebook.ts'
import { toFailure } from '../../outcome/failure.ts'
import { type Failure, type Outcome, type Problem, ok } from '../../outcome/outcome.ts'
import type { Envelope } from '../contract/contract-init.ts'
import { defineContract } from '../contract/contract.ts'
import { withNextMembers } from '../contract/next-members.ts'
import { addNotesMember, readNotesMember } from '../contract/notes-member.ts'
import { isErrorLike, readArray, readProblem, readRecord, readString } from '../contract/read.ts'
import { chemigramCodes, chemigramFramework } from './codes.ts'
import { chemigramLeanSchema, chemigramSchema } from './schema.ts'

/** The properties of `details` that the dialect writes itself. */
const ownDetails = ['path', 'hint', 'errors'] as const

/**
 * The chemigram dialect: `success`, `data` and `error`, always all three, and `notes` if there is
 * something that a model must know beside them.
 */
export const chemigramContract = defineContract({
  name: 'chemigram',
  codes: chemigramCodes,
  spelling: 'snake_case',
  framework: chemigramFramework,
  textNotes: [],
  addedTextNotes: ['message', 'instruction'],
  ownDetails,
  schema: chemigramSchema,
  leanSchema: chemigramLeanSchema,

  toBody(outcome, codes) {
    if (outcome.ok) return { body: { success: true, data: outcome.data ?? null, error: null } }
    return { body: { success: false, data: null, error: toError(outcome.problems, codes) } }
  },

  addNotes: addNotesMember,

  fromBody(body, codes): Outcome {
    const { notes, data, next } = readNotesMember(body)
    if (body.success === true) return withNextMembers(ok(body.data, notes), next)
    const problems = fromError(readRecord(body.error) ?? {}, codes)
    return withNextMembers(toFailure(problems, { data, notes }), next)
  },

  is(value: unknown): value is Envelope {
    if (!isRecord(value) || !('data' in value)) return false
    const names = Object.keys(value).length
    if (names !== 3 && !(names === 4 && isRecord(value.notes))) return false
    if (value.success === true) return value.error === null
    return value.success === false && isErrorLike(value.error)
  },
})

function toError(problems: Failure['problems'], codes: Codebook): Envelope {
  const [first, ...others] = problems
  return {
    code: first.code,
    message: first.message,
    details: compact({
      path: first.path,
      hint: first.hint,
      ...first.details,
      errors: others.length > 0 ? others : first.details?.errors,
    }),
    recoverable: recoverableOf(codes, first),
  }
}

function fromError(error: Envelope, codes: Codebook): Failure['problems'] {
  const details = readRecord(error.details) ?? {}
  const first: Problem = compact({
    code: readString(error.code) ?? 'internal_error',
    message: readString(error.message) ?? '',
    path: readString(details.path),
    hint: readString(details.hint),
    details: compactUnlessEmpty(without(details, ownDetails)),
  })
  const others = readArray(details.errors).filter(isErrorLike).map(readProblem)
  const isUsual = error.recoverable === recoverableOf(codes, first)
  if (isUsual) return [first, ...others]
  return [{ ...first, recoverable: error.recoverable === true }, ...others]
}
