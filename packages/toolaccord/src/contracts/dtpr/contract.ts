import { compact, isRecord } from '../../json/json.ts'
import { toFailure } from '../../outcome/failure.ts'
import { type Outcome, type Problem, ok } from '../../outcome/outcome.ts'
import type { Envelope } from '../contract/contract-init.ts'
import { defineContract } from '../contract/contract.ts'
import { withNextMembers } from '../contract/next-members.ts'
import {
  type ErrorLike,
  isErrorLike,
  problemsOr,
  readArray,
  readRecord,
  readString,
} from '../contract/read.ts'
import { dtprCodes, dtprFramework } from './codes.ts'
import { fromDtprMeta, toAddedMeta, toDtprMeta } from './meta.ts'
import { dtprLeanSchema, dtprSchema } from './schema.ts'

/**
 * The dtpr dialect: `ok` and `meta`, with `data` or with `errors`. `meta` also has the notes that a
 * model must know and the source has no field for.
 */
export const dtprContract = defineContract({
  name: 'dtpr',
  codes: dtprCodes,
  framework: dtprFramework,
  textNotes: ['version', 'contentHash'],
  addedTextNotes: ['message', 'instruction'],
  schema: dtprSchema,
  leanSchema: dtprLeanSchema,

  toBody(outcome) {
    const meta = toDtprMeta(outcome.notes)
    if (outcome.ok) return { body: { ok: true, data: outcome.data ?? null, meta } }
    const errors = outcome.problems.map(toError)
    if (outcome.data === undefined) return { body: { ok: false, errors, meta } }
    return { body: { ok: false, errors, data: outcome.data, meta } }
  },

  addNotes(body, outcome) {
    const added = toAddedMeta(outcome)
    return added === undefined ? body : { ...body, meta: { ...readRecord(body.meta), ...added } }
  },

  fromBody(body): Outcome {
    const meta = readRecord(body.meta) ?? {}
    const notes = fromDtprMeta(meta)
    if (body.ok === true) return withNextMembers(ok(body.data, notes), meta.next)
    const found = readArray(body.errors).filter(isErrorLike).map(fromError)
    const problems = problemsOr(found, { code: 'internal_error', message: '' })
    return withNextMembers(toFailure(problems, { data: body.data, notes }), meta.next)
  },

  is(value: unknown): value is Envelope {
    if (!isRecord(value)) return false
    if (value.meta !== undefined && !isRecord(value.meta)) return false
    if (value.ok === true) return 'data' in value
    if (value.ok !== false || !Array.isArray(value.errors)) return false
    return value.errors.length > 0 && value.errors.every(isErrorLike)
  },
})

const toError = ({ code, message, path, hint }: Problem): Envelope =>
  compact({ code, message, path, fix_hint: hint })

const fromError = ({ code, message, path, fix_hint }: ErrorLike): Problem =>
  compact({ code, message, path: readString(path), hint: readString(fix_hint) })
